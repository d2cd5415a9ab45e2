import { sql } from 'kysely'
import type { Kind } from '../kind.ts'

/** Unread letters to them; their own letters and those to everyone wait for nobody. */
export const letters: Kind = {
  kind: 'letters',
  isOne: true,
  find: (_, owner, most) => sql`
    select cast(null as text) as quest_id, cast(null as text) as who, sent_at as at, cast(null as bigint) as due
    from mail where owner = ${owner} and read = 0 and recipient = owner order by id desc limit ${most}`,
  linkTo: () => '/mail',
}
