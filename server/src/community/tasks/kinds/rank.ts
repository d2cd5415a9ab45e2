import { sql } from 'kysely'
import { byVotes } from '../../../quests/contests/by-votes.ts'
import { type Kind, questLink } from '../kind.ts'

/** Their contests whose entries wait to be ranked; after that silence pays all of them alike. */
export const rank: Kind = {
  kind: 'rank',
  find: (_, giver, most) => sql`
    select id as quest_id, cast(null as text) as who, deadline as at, contest_due as due from quests
    where giver = ${giver} and contest_due is not null and status = 'in-review'
      and contest like '%"ranking":null%' and contest_entries > 0
      and contest not like ${byVotes}
    order by contest_due limit ${most}`,
  linkTo: questLink,
}
