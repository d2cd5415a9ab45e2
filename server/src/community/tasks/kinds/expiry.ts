import { sql } from 'kysely'
import { warnAhead } from '../../../rules/lifecycle/commands/places.ts'
import { type Kind, questLink } from '../kind.ts'
import { isReturned } from './returned.ts'

/** Their places without work that end soon, from the time of the warning. Returned work has a kind of its own. */
export const expiry: Kind = {
  kind: 'expiry',
  find: ({ clock, config }, farmer, most) => sql`
    select quest_id, giver as who, accepted_at as at, expires_at as due from assignments
    where farmer = ${farmer} and status = 'accepted' and expires_at <= ${clock.now() + warnAhead(config)}
      and not ${isReturned}
    order by expires_at limit ${most}`,
  linkTo: questLink,
}
