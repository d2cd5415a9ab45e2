import type { DeskPlace } from '@furrow/sdk/contract'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { openPrivate } from '../../people/mail/private-text.ts'
import { openAnswers } from '../change/application-rows.ts'

type Applied = NonNullable<DeskPlace['application']>

export async function readApplied(
  { db, secrets: { sealing } }: Pick<Context, 'db' | 'secrets'>,
  questId: string,
  farmers: readonly Address[],
): Promise<ReadonlyMap<Address, Applied>> {
  if (farmers.length === 0) return new Map()
  const rows = await db
    .selectFrom('applications')
    .select(['farmer', 'note', 'asked', 'answers'])
    .where('quest_id', '=', questId)
    .where(isAmong(db, 'farmer', farmers))
    .execute()
  return new Map(
    rows.flatMap(({ farmer, note, ...sealed }) => {
      const answers = [...openAnswers(sealing, sealed)]
      if (note === null && answers.length === 0) return []
      return [[farmer, { note: openPrivate(sealing, note), ...(answers.length > 0 && { answers }) }]]
    }),
  )
}
