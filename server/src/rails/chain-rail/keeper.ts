import { isPayingStopped } from '../../audit/drift.ts'
import type { Escrow } from '../../clients/escrow.ts'
import type { Duty } from '../../duty.ts'
import { oneFor } from '../../one-for.ts'
import type { Broadcasts } from './attempts.ts'
import { askWhatIsDue } from './due.ts'
import { enrol } from './enrol.ts'
import { forEachContract } from './for-each-contract.ts'
import { mirrorEvents } from './mirror.ts'
import { isReorganised } from './reconcile-progress.ts'
import { retryParked } from './retry-parked.ts'
import { sendCalls } from './sender.ts'
import { setProblem } from './set-problem.ts'
import { tellOfChain } from './tell-of-chain.ts'

/** Keeps the database and the contract in step: one look at the chain, and all that follows from it. */
export const keepEscrow: Duty = forEachContract({
  name: 'keep the escrow',
  every: ({ pollMs }) => pollMs,
  async round(context, escrow) {
    await enrol(context, escrow)
    const head = await escrow.readHead().catch(async error => {
      tellOfChain(context, escrow, error)
      await setProblem(context, escrow, 'chain-unreachable')
      throw error
    })
    tellOfChain(context, escrow, null)
    await mirrorEvents(context, escrow, head)
    await retryParked(context, escrow)
    const paying = !(await isPayingStopped(context, keepEscrow.name))
    if (paying) await askWhatIsDue(context, escrow, head)
    const allowed = { paying, isReorganised: await isReorganised(context.db, escrow) }
    await setProblem(context, escrow, await sendCalls(context, escrow, head, broadcastsOf(escrow), allowed))
    return 0
  },
})

const broadcastsOf = oneFor((_: Escrow): Broadcasts => new Map())
