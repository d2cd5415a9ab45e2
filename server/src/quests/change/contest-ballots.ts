import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { sql } from 'kysely'
import type { Counted } from '../../rules/lifecycle/contest.ts'
import { nothingKnown } from '../../rules/lifecycle/rules.ts'

type Ballots = {
  readonly counted: Counted
  readonly votes: ReadonlyMap<string, number>
}

type Found = {
  readonly quest_id: string
  readonly entries: string
  readonly weight: number
  readonly ballots: number
}

/** Each member's own ballot, else their delegate's own: there are no chains. Contests without ballots have no row. */
export async function countBallots(trx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Ballots>> {
  if (ids.length === 0) return new Map()
  const opened = await trx
    .selectFrom('contest_votes')
    .select(['quest_id', 'quorum', 'total_weight'])
    .where(isAmong(trx, 'quest_id', ids))
    .execute()
  if (opened.length === 0) return new Map()
  const { rows } = await sql<Found>`
    select m.quest_id, coalesce(own.entries, other.entries) as entries, cast(sum(m.weight) as bigint) as weight,
      cast(count(own.voter) as bigint) as ballots
    from contest_voters m
    left join contest_ballots own on own.quest_id = m.quest_id and own.voter = m.address
    left join contest_ballots other on other.quest_id = m.quest_id and other.voter = m.delegate
    where ${isAmong(trx, 'm.quest_id', ids)} and coalesce(own.entries, other.entries) is not null
    group by m.quest_id, coalesce(own.entries, other.entries)`.execute(trx)
  const byQuest = Map.groupBy(rows, ({ quest_id }) => quest_id)
  return new Map(
    opened.map(({ quest_id, quorum, total_weight }) => {
      const found = byQuest.get(quest_id) ?? []
      const sum = (of: (one: Found) => number) => found.reduce((sum, one) => sum + Number(of(one)), 0)
      const [ballots, cast] = [sum(one => one.ballots), sum(one => one.weight)]
      return [
        quest_id,
        { counted: { ballots, cast, total: Number(total_weight), quorum }, votes: votesIn(found) },
      ]
    }),
  )
}

function votesIn(found: readonly Found[]): ReadonlyMap<string, number> {
  const votes = new Map<string, number>()
  for (const { entries, weight } of found)
    for (const id of JSON.parse(entries) as string[]) votes.set(id, (votes.get(id) ?? 0) + Number(weight))
  return votes
}

export const noBallots: Ballots = { counted: nothingKnown.ballots, votes: new Map() }
