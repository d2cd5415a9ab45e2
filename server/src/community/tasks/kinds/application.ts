import { sql } from 'kysely'
import { type Kind, questLink } from '../kind.ts'

/** The most quests with applications looked at, a giver's newest. */
const looked = 1_000

export const application: Kind = {
  kind: 'application',
  find: (_, giver, most) => sql`
    select id as quest_id, cast(null as text) as who, ${first('applied_at')} as at, ${first('expires_at')} as due from (
      select id from quests where giver = ${giver} and waiting > 0 order by id desc limit ${sql.lit(looked)}) as newest
    order by due limit ${most}`,
  countOf: ({ waiting }) => waiting,
  linkTo: questLink,
}

function first(column: 'applied_at' | 'expires_at') {
  return sql`(select a.${sql.ref(column)} from applications a
    where a.quest_id = newest.id and a.status = 'pending' order by a.applied_at limit 1)`
}
