import { sql } from 'kysely'
import { isWaitingForWord } from '../../../quests/rails/ledger-rail/owed.ts'
import { type Kind, questLink } from '../kind.ts'

/** Work that they released in the ledger and owe. Work of before reminders were kept may be long paid, and is none. */
export const pay: Kind = {
  kind: 'pay',
  find: (_, giver, most) => sql`
    select quest_id, farmer as who, released_at as at, cast(null as bigint) as due from assignments
    where giver = ${giver} and status = 'released' and payment is null and received_at is null
      and remind_at is not null and not ${isWaitingForWord}
    order by released_at limit ${most}`,
  linkTo: questLink,
}
