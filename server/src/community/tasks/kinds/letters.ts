import { sql } from 'kysely'
import type { Kind } from '../kind.ts'

/** What he was sent and has not read; what he sent himself, and what everyone was sent, waits for nobody. */
export const letters: Kind = {
  kind: 'letters',
  isOne: true,
  find: (_, owner, most) => sql`
    select cast(null as text) as quest_id, cast(null as text) as who, sent_at as at, cast(null as bigint) as due
    from mail where owner = ${owner} and read = 0 and recipient = owner order by id desc limit ${most}`,
  linkTo: () => '/mail',
}
