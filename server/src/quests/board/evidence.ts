import type { Evidence, EvidenceQuery } from '@furrow/sdk/contract'
import { sql } from 'kysely'
import { type Address, checksum, toAddress } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { openPrivate } from '../../people/mail/private-text.ts'
import { findJudgedBy } from './arbiter.ts'

/** At most twenty pieces. @throws NotFoundError also for anybody who is neither a party nor the arbiter. */
export async function readEvidence(
  context: Context,
  caller: Address,
  { id, farmer }: EvidenceQuery,
): Promise<Evidence[]> {
  const work = await context.db
    .selectFrom('assignments')
    .select(['quest_id', 'farmer', 'giver'])
    .where('quest_id', '=', id)
    .where('farmer', '=', toAddress(farmer))
    .where('dispute_ends_at', 'is not', null)
    .executeTakeFirst()
  const isParty = work?.giver === caller || work?.farmer === caller
  if (work === undefined || !(isParty || (await judges(context, caller, work))))
    throw new NotFoundError('There is no such dispute of yours.', { code: 'dispute-not-found' })
  const rows = await context.db
    .selectFrom('dispute_evidence')
    .selectAll()
    .where('quest_id', '=', work.quest_id)
    .where('farmer', '=', work.farmer)
    .orderBy('number')
    .execute()
  const { sealing } = context.secrets
  return rows.map(({ number, role, url, note, at }) => ({
    number,
    by: checksum(work[role]),
    role,
    url: openPrivate(sealing, url) ?? '',
    note: openPrivate(sealing, note) ?? '',
    at: instant(at),
  }))
}

async function judges(
  context: Context,
  caller: Address,
  { quest_id, farmer }: { readonly quest_id: string; readonly farmer: Address },
): Promise<boolean> {
  const judged = await findJudgedBy(context, caller)
  if (judged.length === 0) return false
  const { rows } = await sql`select 1 from assignments where quest_id = ${quest_id} and farmer = ${farmer}
    and (${sql.join(
      judged.map(whose => sql`(${whose})`),
      sql` or `,
    )})`.execute(context.db)
  return rows.length > 0
}
