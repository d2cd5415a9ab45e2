import type { Db } from '@furrow/storage/db.ts'
import { lockFree } from '@furrow/storage/locked.ts'
import { toLog } from '@furrow/storage/outage.ts'
import { countChange } from '@furrow/storage/revisions.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { BallotRow } from '@furrow/storage/vote-tables.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { sql } from 'kysely'
import { noteAct } from '../../access/audit-trail/notes.ts'
import { writeReturn } from '../../access/quotas/spend.ts'
import { hour, never } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { carryOut } from './actions.ts'
import { actionOf, choicesOf } from './ballot.ts'
import { commitTo } from './commit.ts'
import { openBallot, openBegun } from './open-ballots.ts'
import { payOf } from './pay-works.ts'
import { decide, readTally } from './tally.ts'

const atOnce = 100

/**
 * Begins votes, ends them, and carries out their decisions. Each step is one transaction that records it with its effect,
 * so each is done once, whichever process does it, and wherever one is killed.
 */
export const attendBallots: Duty = {
  name: 'attend to votes',
  soonest: (_, until) => sql`(select min(due_at) from ballots where due_at <= ${until})`,
  async round(context) {
    const { clock, db, log } = context
    const due = await db
      .selectFrom('ballots')
      .select('proposal_id')
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(atOnce)
      .execute()
    let done = 0
    for (const { proposal_id: proposal } of due) {
      try {
        done += (await transaction(db, trx => takeStep(trx, context, proposal))) ? 1 : 0
      } catch (error) {
        log.error(
          { ...toLog(error), proposal },
          'a vote could not be attended to and will be looked at again',
        )
      }
    }
    return done
  },
}

async function takeStep(trx: Db, context: Context, proposalId: string): Promise<boolean> {
  const now = context.clock.now()
  const due = trx
    .selectFrom('ballots')
    .selectAll()
    .where('proposal_id', '=', proposalId)
    .where('due_at', '<=', now)
  const row = await lockFree(trx, due, 'ballots').executeTakeFirst()
  if (row === undefined) return false
  if (row.opened_at === null) return openBallot(trx, context.config, proposalId, now)
  if (row.closed_at === null) await close(trx, row, now)
  else await act(trx, context, row, now)
  return true
}

/** A voter at this moment holds the row, which is passed over until they release it: a vote in time is counted. */
async function close(trx: Db, row: BallotRow, now: number): Promise<void> {
  const { proposal_id: id } = row
  const tally = await readTally(trx, row)
  const { outcome, winner } = decide(tally, { quorum: row.quorum, totalWeight: row.total_weight ?? 0 })
  const accepted = winner === 0
  const waits = accepted && (row.action !== null || row.pay !== null)
  const dueAt = waits ? now + row.veto_hours * hour : null
  await trx
    .updateTable('ballots')
    .set({
      closed_at: now,
      result: JSON.stringify(tally),
      outcome,
      winner,
      action_state: waits ? 'waiting' : null,
      action_due_at: dueAt,
      due_at: dueAt ?? never,
    })
    .where('proposal_id', '=', id)
    .execute()
  const { proposer } = await trx
    .updateTable('proposals')
    .set({ status: accepted ? 'accepted' : 'rejected' })
    .where('id', '=', id)
    .returning('proposer')
    .executeTakeFirstOrThrow()
  await writeTogether(trx, writes => {
    writeReturn(writes, { address: proposer, kind: 'live-votes' })
    writes.count('community_dao')
  })
  const details = {
    proposal: id,
    vote: outcome,
    choice: winner === null ? null : choicesOf(row)[winner],
    votes: tally.choices.map(({ weight, voters }) => [weight, voters]),
    terms: row.terms,
    commitment: await commitTo(trx, row),
  }
  const note_id = await noteAct(trx, now, { kind: 'community-dao', actor: null, details })
  await trx.updateTable('ballots').set({ note_id }).where('proposal_id', '=', id).execute()
}

async function act(trx: Db, { config }: Context, row: BallotRow, now: number): Promise<void> {
  const action = actionOf(row)
  if ((action === null && row.pay === null) || row.action_state !== 'waiting') {
    await trx
      .updateTable('ballots')
      .set({ due_at: never })
      .where('proposal_id', '=', row.proposal_id)
      .execute()
    return
  }
  await openBegun(trx, config, now)
  // The treasury's payment has its right by the clock: nothing is to be done here.
  const reason = action === null ? null : await carryOut(trx, action, now)
  await trx
    .updateTable('ballots')
    .set({
      action_state: reason === null ? 'done' : 'failed',
      action_at: now,
      action_reason: reason,
      due_at: never,
    })
    .where('proposal_id', '=', row.proposal_id)
    .execute()
  await countChange(trx, 'community_dao')
  const done = action === null ? { pays: payOf(row)?.works.length } : { action }
  const details = { proposal: row.proposal_id, ...done, ...(reason !== null && { failed: reason }) }
  await noteAct(trx, now, { kind: 'community-dao', actor: null, details })
}
