import { sql } from 'kysely'
import type { Address } from '../../../ground/address.ts'
import { type Kind, questLink, type Reader } from '../kind.ts'

export const judge: Kind = {
  kind: 'judge',
  find: ({ config }, reader, most) =>
    config.platformWallet === null || (typeof reader === 'string' && reader !== config.platformWallet)
      ? null
      : sql`
    select quest_id, farmer as who, coalesce(disputed_at, dispute_ends_at - ${config.disputeMs}) as at, dispute_ends_at as due
    from assignments where status = 'disputed' and ${isHis(reader, config.platformWallet)} order by dispute_ends_at limit ${most}`,
  linkTo: questLink,
}

function isHis(reader: Reader, judge: Address) {
  return typeof reader === 'string' ? sql`true` : sql`${reader} = ${judge}`
}
