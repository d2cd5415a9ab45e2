import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { Duty } from '../../../ground/duty.ts'
import { oneFor } from '../../../ground/one-for.ts'
import { isPayingStopped } from '../../../rules/ledger/paying-stopped.ts'
import type { Broadcasts } from './attempts.ts'
import { askWhatIsDue } from './due.ts'
import { enrol } from './enrol.ts'
import { followRulings } from './follow-rulings.ts'
import { forEachContract } from './for-each-contract.ts'
import { learnDeciders } from './learn-deciders.ts'
import { mirrorEvents } from './mirror.ts'
import { isReorganised } from './reconcile-progress.ts'
import { retryParked } from './retry-parked.ts'
import { sendCalls } from './sender.ts'
import { setProblem } from './set-problem.ts'
import { lookAtStanding } from './standing.ts'
import { tellOfChain } from './tell-of-chain.ts'

export const keepEscrow: Duty = forEachContract({
  name: 'keep the escrow',
  every: ({ pollMs }) => pollMs,
  async round(context, escrow) {
    await enrol(context, escrow)
    const unreachable = async (error: unknown): Promise<never> => {
      tellOfChain(context, escrow, error)
      await setProblem(context, escrow, 'chain-unreachable')
      throw error
    }
    const head = await escrow.readHead().catch(unreachable)
    const problem = await lookAtStanding(context, escrow).catch(unreachable)
    tellOfChain(context, escrow, null)
    if (problem === 'no-contract') {
      await setProblem(context, escrow, problem)
      return 0
    }
    await mirrorEvents(context, escrow, head)
    await retryParked(context, escrow)
    await learnDeciders(context, escrow, head)
    await followRulings(context, escrow, head)
    const paying = !(await isPayingStopped(context, keepEscrow.name))
    if (paying) await askWhatIsDue(context, escrow, head)
    const allowed = { paying, problem, isReorganised: await isReorganised(context.db, escrow) }
    const stopped = await sendCalls(context, escrow, head, broadcastsOf(escrow), allowed)
    await setProblem(context, escrow, stopped ?? problem)
    return 0
  },
})

const broadcastsOf = oneFor((_: Escrow): Broadcasts => new Map())
