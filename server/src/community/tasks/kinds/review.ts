import { sql } from 'kysely'
import { type Kind, questLink } from '../kind.ts'

export const review: Kind = {
  kind: 'review',
  find: (_, giver, most) => sql`
    select quest_id, farmer as who, review_started_at as at, review_ends_at as due from assignments
    where giver = ${giver} and status = 'in-review' order by review_ends_at limit ${most}`,
  linkTo: questLink,
}
