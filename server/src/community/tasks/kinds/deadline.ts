import { sql } from 'kysely'
import { day } from '../../../ground/clock.ts'
import { type Kind, questLink } from '../kind.ts'

const ahead = 3 * day

export const deadline: Kind = {
  kind: 'deadline',
  find: ({ clock }, giver, most) => sql`
    select id as quest_id, cast(null as text) as who, created_at as at, deadline as due from quests
    where giver = ${giver} and status = 'open' and deadline is not null and deadline <= ${clock.now() + ahead}
    order by deadline limit ${most}`,
  linkTo: questLink,
}
