import { ens_normalize } from '@adraffy/ens-normalize'
import { seenAlone } from '@furrow/sdk/contract'
import { BadRequestError } from '../../ground/errors.ts'

const maxLength = 255
const seen = new RegExp(seenAlone, 'u')

/** ENSIP-15, without which look-alikes would pass for one another. @throws BadRequestError for a name without that form. */
export function normalizeName(name: string): string {
  // A name from a chain may be of any length.
  if (name.length > 2 * maxLength)
    throw new BadRequestError(`An ENS name has 1 to ${maxLength} characters.`, { code: 'ens-name-invalid' })
  if (!seen.test(name))
    throw new BadRequestError('An ENS name has no characters that cannot be seen.', {
      code: 'ens-name-invalid',
    })
  let normal: string
  try {
    normal = ens_normalize(name)
  } catch (error) {
    throw new BadRequestError('This is no ENS name (ENSIP-15).', { code: 'ens-name-invalid', cause: error })
  }
  if (normal === '' || normal.length > maxLength)
    throw new BadRequestError(`An ENS name has 1 to ${maxLength} characters.`, { code: 'ens-name-invalid' })
  return normal
}
