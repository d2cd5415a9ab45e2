import { sql } from 'kysely'
import type { Address } from '../../../ground/address.ts'
import { type Kind, questLink, type Reader } from '../kind.ts'

export const judge: Kind = {
  kind: 'judge',
  find: ({ config }, reader, most) =>
    config.platformWallet === null || (typeof reader === 'string' && reader !== config.platformWallet)
      ? null
      : sql`
    select quest_id, who, at, due from (
      select * from (select quest_id, farmer as who, coalesce(disputed_at, dispute_ends_at - ${config.disputeMs}) as at,
          dispute_ends_at as due from assignments
        where status = 'disputed' and ${isHis(reader, config.platformWallet)} order by dispute_ends_at limit ${most}) as found
      union all
      select * from (select id as quest_id, cast(null as text) as who, contest_due - ${config.disputeMs} as at,
          contest_due as due from quests where contest_due is not null and status = 'disputed'
          and ${isHis(reader, config.platformWallet)} order by contest_due limit ${most}) as found) as due
    order by due limit ${most}`,
  linkTo: questLink,
}

function isHis(reader: Reader, judge: Address) {
  return typeof reader === 'string' ? sql`true` : sql`${reader} = ${judge}`
}
