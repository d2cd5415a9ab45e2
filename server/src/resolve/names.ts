import { ens_normalize } from '@adraffy/ens-normalize'
import { BadRequestError } from '../errors.ts'

const maxLength = 255

/**
 * The normal form of an ENS name (ENSIP-15), without which look-alikes would pass for one another.
 * @throws BadRequestError for a name that has none.
 */
export function normalizeName(name: string): string {
  let normal: string
  try {
    normal = ens_normalize(name)
  } catch (error) {
    throw new BadRequestError('This is no ENS name (ENSIP-15).', { cause: error })
  }
  if (normal === '' || normal.length > maxLength)
    throw new BadRequestError(`An ENS name has 1 to ${maxLength} characters.`)
  return normal
}
