import { isPayingStopped } from '../../audit/drift.ts'
import type { Escrow } from '../../clients/escrow.ts'
import type { Context } from '../../context.ts'
import type { Duty } from '../../duty.ts'
import { oneFor } from '../../one-for.ts'
import type { Broadcasts } from './attempts.ts'
import { askWhatIsDue } from './due.ts'
import { mirrorEvents } from './mirror.ts'
import { retryParked } from './retry-parked.ts'
import { sendCalls } from './sender.ts'
import { setProblem } from './set-problem.ts'

/** Keeps the database and the contract in step: one look at the chain, and all that follows from it. */
export const keepEscrow: Duty = {
  name: 'keep the escrow',
  every: ({ escrow }) => escrow?.pollMs ?? Number.POSITIVE_INFINITY,
  async round(context) {
    const { escrow } = context
    if (escrow === null) return 0
    await enrol(context, escrow)
    const head = await escrow.readHead().catch(async error => {
      await setProblem(context, escrow, 'chain-unreachable')
      throw error
    })
    await mirrorEvents(context, escrow, head)
    await retryParked(context, escrow)
    const paying = !(await isPayingStopped(context, keepEscrow.name))
    if (paying) await askWhatIsDue(context, head)
    await setProblem(context, escrow, await sendCalls(context, escrow, head, broadcastsOf(escrow), paying))
    return 0
  },
}

const broadcastsOf = oneFor((_: Escrow): Broadcasts => new Map())

const enrolled = new WeakSet<Escrow>()

async function enrol({ db }: Context, escrow: Escrow): Promise<void> {
  if (enrolled.has(escrow)) return
  await db
    .insertInto('escrow_operators')
    .values({ operator: escrow.operatorId, next_nonce: 0 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await db
    .insertInto('escrow_contracts')
    .values({ contract: escrow.id, next_block: null, problem: null })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  enrolled.add(escrow)
}
