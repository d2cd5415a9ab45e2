import { sql } from 'kysely'
import type { Leaver } from './leaver.ts'

/**
 * Open votes go on without them, those on the entries of contests too: their vote is deleted, and their weight goes to
 * nobody. Decided votes stay as counted, under the pseudonym, but without their signature, from which everybody could compute their address.
 */
export async function eraseVotes({ trx, address, pseudonym, at }: Leaver): Promise<void> {
  const running = sql`(select proposal_id from ballots where closed_at is null)`
  const proposed = sql`(select id from proposals where proposer = ${address} and status = 'open')`
  for (const table of ['ballots', 'ballot_members', 'votes'])
    await sql`delete from ${sql.table(table)} where proposal_id in ${proposed}`.execute(trx)

  await sql`delete from votes where voter = ${address} and proposal_id in ${running}`.execute(trx)
  await sql`update votes set voter = ${pseudonym}, signature = null where voter = ${address}`.execute(trx)

  await sql`update ballot_members set delegate = null, delegation_id = null
    where address = ${address} and proposal_id in ${running}`.execute(trx)
  // Without the salt, the commitment to the member cannot be opened again: the digest alone stays.
  await sql`update ballot_members set salt = null where address = ${address} or delegate = ${address}`.execute(
    trx,
  )
  await sql`update ballot_members set address = ${pseudonym} where address = ${address}`.execute(trx)
  await sql`update ballot_members set delegate = ${pseudonym} where delegate = ${address}`.execute(trx)

  for (const column of ['delegator', 'delegate'])
    await sql`update delegations
      set ${sql.ref(column)} = ${pseudonym}, signature = null, ended_at = coalesce(ended_at, cast(${at} as bigint))
      where ${sql.ref(column)} = ${address}`.execute(trx)

  await eraseBallots({ trx, address, pseudonym })

  const about = await trx
    .selectFrom('ballots')
    .select(['proposal_id', 'action'])
    .where('action_address', '=', address)
    .execute()
  for (const { proposal_id, action } of about)
    await trx
      .updateTable('ballots')
      .set({
        action: JSON.stringify({ ...JSON.parse(action ?? '{}'), address: pseudonym }),
        action_address: pseudonym,
        erased: 1,
      })
      .where('proposal_id', '=', proposal_id)
      .execute()
}

async function eraseBallots({ trx, address, pseudonym }: Pick<Leaver, 'trx' | 'address' | 'pseudonym'>) {
  const running = sql`(select v.quest_id from contest_voters v join quests q on q.id = v.quest_id
    where v.address = ${address} and q.contest not like '%"counted":{%' and q.contest_due is not null)`
  await sql`delete from contest_ballots where voter = ${address} and quest_id in ${running}`.execute(trx)
  await sql`update contest_voters set delegate = null
    where address = ${address} and quest_id in ${running}`.execute(trx)
  await sql`update contest_ballots set voter = ${pseudonym} where voter = ${address}`.execute(trx)
  await sql`update contest_voters set address = ${pseudonym} where address = ${address}`.execute(trx)
  await sql`update contest_voters set delegate = ${pseudonym} where delegate = ${address}`.execute(trx)
}
