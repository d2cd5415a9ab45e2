import type { Db } from '@furrow/storage/db.ts'
import type { BallotRow } from '@furrow/storage/vote-tables.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { type Commitment, identityOf, leafOf, makeSalt, rootOf } from './commitment.ts'
import { votersOf } from './voters.ts'

/** Commits to the members, their weights and every vote, as counted; in the transaction that ends the ballot. */
export async function commitTo(trx: Db, ballot: BallotRow): Promise<Commitment> {
  const leaves: string[] = []
  let votes = 0
  for await (const voters of votersOf(trx, ballot)) {
    const rows = voters.map(({ row, member, own, counted }) => {
      const salt = makeSalt()
      const identity = identityOf(salt, member, own)
      leaves.push(leafOf(identity, member.weight, own?.choice, counted))
      if (own !== undefined) votes++
      return { proposal_id: ballot.proposal_id, address: row.address, salt, identity }
    })
    await writeTogether(trx, writes => writes.set('ballot_members', ['proposal_id', 'address'], ...rows))
  }
  return { members: leaves.length, votes, root: rootOf(leaves) }
}
