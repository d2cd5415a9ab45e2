import { sql } from 'kysely'
import type { Kind } from '../kind.ts'

export const thanks: Kind = {
  kind: 'thanks',
  find: (_, giver, most) => sql`
    select id as quest_id, farmer as who, created_at as at, lapses_at as due from thanks
    where giver = ${giver} and quest_id is null and hash is null and said_at is null
    order by lapses_at limit ${most}`,
  linkTo: () => '/thanks',
}
