import { abstain, type Tally, type VoteOutcome } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { BallotRow } from '@furrow/storage/vote-tables.ts'
import { sql } from 'kysely'
import { choicesOf } from './ballot.ts'

export type Counted = { readonly choice: number; readonly weight: number; readonly voters: number }

/** Counts own votes, and for members without one their delegate's own: there are no chains of delegations. */
async function readCounts(db: Db, proposalId: string): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select coalesce(own.choice, other.choice) as choice, cast(sum(m.weight) as bigint) as weight,
      cast(count(*) as bigint) as voters
    from ballot_members m
    left join votes own on own.proposal_id = m.proposal_id and own.voter = m.address
    left join votes other on other.proposal_id = m.proposal_id and other.voter = m.delegate
    where m.proposal_id = ${proposalId} and coalesce(own.choice, other.choice) is not null
    group by coalesce(own.choice, other.choice)`.execute(db)
  return rows
}

export function toTally(choices: readonly string[], counts: readonly Counted[]): Tally {
  const byChoice = new Map(counts.map(count => [Number(count.choice), count]))
  const shown = choices.map((choice, index) => ({
    choice,
    weight: Number(byChoice.get(index)?.weight ?? 0),
    voters: Number(byChoice.get(index)?.voters ?? 0),
  }))
  return {
    choices: shown,
    cast: shown.reduce((sum, { weight }) => sum + weight, 0),
    voters: shown.reduce((sum, { voters }) => sum + voters, 0),
  }
}

export async function readTally(db: Db, row: Pick<BallotRow, 'proposal_id' | 'choices'>): Promise<Tally> {
  return toTally(choicesOf(row), await readCounts(db, row.proposal_id))
}

/**
 * Decides a tally: without weight for a choice that can win, nothing was voted; then the quorum counts; then the most
 * weight wins, and equal weights tie. Only the first choice accepts; every other end rejects.
 */
export function decide(
  { choices, cast }: Tally,
  { quorum, totalWeight }: { readonly quorum: number; readonly totalWeight: number },
): { readonly outcome: VoteOutcome['kind']; readonly winner: number | null } {
  const weights = choices.map(({ choice, weight }) => (choice.toLowerCase() === abstain ? 0 : weight))
  const most = Math.max(...weights)
  if (most === 0) return { outcome: 'no-votes', winner: null }
  if (cast * 100 < quorum * totalWeight) return { outcome: 'no-quorum', winner: null }
  if (weights.filter(weight => weight === most).length > 1) return { outcome: 'tied', winner: null }
  return { outcome: 'decided', winner: weights.indexOf(most) }
}
