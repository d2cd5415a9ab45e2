import { sql } from 'kysely'
import { byVotes } from '../../../quests/contests/by-votes.ts'
import { type Kind, questLink } from '../kind.ts'

/** Entries that the reader may vote on as a member, and did not yet. Few contests are voted on at once. */
export const vote: Kind = {
  kind: 'vote',
  find: ({ config }, member, most) => sql`
    select q.id as quest_id, q.giver as who, q.deadline as at, q.contest_due as due from quests q
    where q.contest_due is not null and q.contest like ${byVotes} and q.contest like '%"ranking":null%'
      and q.status = 'in-review' and q.contest_entries > 0 and q.giver <> ${member}
      and ${member} <> ${config.platformWallet ?? ''}
      and exists (select 1 from dao_members m where m.address = ${member} and m.joined_at <= q.deadline)
      and not exists (select 1 from contest_entries e where e.quest_id = q.id and e.farmer = ${member})
      and not exists (select 1 from contest_ballots b where b.quest_id = q.id and b.voter = ${member})
    order by q.deadline limit ${most}`,
  linkTo: questLink,
}
