import type { FileForm } from '@furrow/sdk/contract'
import type { FileRow } from '@furrow/storage/file-tables.ts'
import { type Address, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError } from '../../ground/errors.ts'
import { isOfEvidence } from './readers.ts'

type Place = Pick<FileRow, 'place' | 'quest_id' | 'farmer' | 'giver'>

const everyone: Place = { place: '', quest_id: null, farmer: null, giver: null }
const without = ['withdrawn', 'expired', 'cancelled'] as const

/** @throws BadRequestError for an ambiguous form; NotFoundError where the owner has no such work to bring evidence of. */
export async function findPlace(
  context: Context,
  owner: Address,
  { use = 'public', questId, farmer: named }: FileForm,
): Promise<Place> {
  if (use === 'public') {
    if (questId !== undefined || named !== undefined)
      throw new BadRequestError('A public file has no questId and no farmer.')
    return everyone
  }
  if (questId === undefined || named === undefined)
    throw new BadRequestError('Evidence needs questId and farmer.')
  const farmer = toAddress(named)
  const work = await context.db
    .selectFrom('assignments')
    .select('giver')
    .where('quest_id', '=', questId)
    .where('farmer', '=', farmer)
    .where('status', 'not in', [...without])
    .executeTakeFirst()
  const place = work && { place: `${questId} ${farmer}`, quest_id: questId, farmer, giver: work.giver }
  if (place === undefined || !isOfEvidence(context, place, owner))
    throw new NotFoundError('There is no such work of which you could bring evidence.')
  return place
}
