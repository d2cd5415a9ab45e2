import { sql } from 'kysely'
import { type Kind, questLink } from '../kind.ts'

/** A return from before the place was taken again does not count. */
export const isReturned = sql<boolean>`coalesce(returned_at, 0) >= accepted_at`

export const returned: Kind = {
  kind: 'returned',
  find: (_, farmer, most) => sql`
    select quest_id, giver as who, returned_at as at, expires_at as due from assignments
    where farmer = ${farmer} and status = 'accepted' and ${isReturned}
    order by expires_at limit ${most}`,
  linkTo: questLink,
}
