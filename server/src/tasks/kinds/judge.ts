import { sql } from 'kysely'
import { type Kind, questLink } from '../kind.ts'

/** All disputes, for who decides them. */
export const judge: Kind = {
  kind: 'judge',
  find: ({ config }, reader, most) =>
    reader !== config.platformWallet
      ? null
      : sql`
    select quest_id, farmer as who, coalesce(disputed_at, dispute_ends_at - ${config.disputeMs}) as at, dispute_ends_at as due
    from assignments where status = 'disputed' order by dispute_ends_at limit ${most}`,
  linkTo: questLink,
}
