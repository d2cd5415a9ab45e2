import { sql } from 'kysely'
import { type Kind, questLink } from '../kind.ts'

export const answer: Kind = {
  kind: 'answer',
  find: ({ config }, farmer, most) => sql`
    select quest_id, giver as who, coalesce(disputed_at, dispute_ends_at - ${config.disputeMs}) as at, dispute_ends_at as due
    from assignments where farmer = ${farmer} and status = 'disputed' and answer_url is null and answer_note is null
    order by dispute_ends_at limit ${most}`,
  linkTo: questLink,
}
