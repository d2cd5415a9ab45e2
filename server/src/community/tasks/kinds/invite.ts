import { sql } from 'kysely'
import { type Kind, questLink } from '../kind.ts'

/** The most invitations looked at, the newest not declined. */
const looked = 1_000

export const invite: Kind = {
  kind: 'invite',
  find: (_, farmer, most) => sql`
    select quest_id, giver as who, at, (select q.deadline from quests q where q.id = quest_id) as due from (
      select quest_id, farmer, giver, at from invites
      where farmer = ${farmer} and declined_at is null order by at desc limit ${sql.lit(looked)}) as newest
    where (select q.status from quests q where q.id = quest_id and q.hidden_at is null) = 'open'
      and (select 1 from assignments a where a.quest_id = newest.quest_id and a.farmer = newest.farmer) is null
      and (select 1 from applications p where p.quest_id = newest.quest_id and p.farmer = newest.farmer) is null
    limit ${most}`,
  linkTo: questLink,
}
