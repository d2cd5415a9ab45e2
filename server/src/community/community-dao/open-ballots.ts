import type { Db } from '@furrow/storage/db.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { openContestVotes } from './contest-votes.ts'
import { listMembers, type Seasons } from './weigh-members.ts'

type Opening = Parameters<typeof openContestVotes>[1]

/**
 * Call this before a change of the membership, in its transaction: votes that have begun belong to the members as they
 * were. Those on the entries of contests have the settings of their beginning, too, which proposals freeze by themselves.
 */
export async function openBegun(trx: Db, config: Opening, now: number): Promise<void> {
  const begun = await trx
    .selectFrom('ballots')
    .select('proposal_id')
    // Until it is opened, the due step is its start.
    .where('due_at', '<=', now)
    .where('opened_at', 'is', null)
    .orderBy('due_at')
    .orderBy('proposal_id')
    .limit(1_000)
    .execute()
  for (const { proposal_id } of begun) await openBallot(trx, config, proposal_id, now)
  await openContestVotes(trx, config, now)
}

/** Records who may vote, with which weight and for whom else. Gives whether it was this call, of several, that did. */
export async function openBallot(
  trx: Db,
  config: Seasons,
  proposalId: string,
  now: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('ballots')
    .set(({ ref }) => ({ opened_at: now, due_at: ref('ends_at') }))
    .where('proposal_id', '=', proposalId)
    .where('opened_at', 'is', null)
    .where('starts_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return false
  const members = await listMembers(trx, config, row)
  const rows = members.map(({ address, title, weight, delegate, delegation }) => ({
    proposal_id: proposalId,
    address,
    title,
    weight,
    delegate,
    delegation_id: delegation,
    salt: null,
    identity: null,
  }))
  await writeTogether(trx, writes => writes.insert('ballot_members', ...rows))
  await trx
    .updateTable('ballots')
    .set({ members: members.length, total_weight: members.reduce((sum, { weight }) => sum + weight, 0) })
    .where('proposal_id', '=', proposalId)
    .execute()
  return true
}
