import { checksum, shorten, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { readKnownName } from '../../people/profile/cards.ts'
import { farmerText } from '../../people/profile/profile.ts'
import { readStanding } from '../../people/profile/standing.ts'
import { createPreview, type Preview } from './preview.ts'
import { excerptOf } from './words.ts'

/** A person's profile or reputation. @throws NotFoundError if there is no profile. */
export async function previewProfile(
  context: Context,
  given: string,
  page: 'profile' | 'reputation' = 'profile',
): Promise<Preview> {
  const address = toAddress(given)
  const [{ profile, counts }, name] = await Promise.all([
    readStanding(context, address),
    readKnownName(context, address),
  ])
  if (profile === null)
    throw new NotFoundError('There is no profile of this address yet.', { code: 'profile-not-found' })
  const facts = [
    `${counted(counts.completed, 'quest')} completed`,
    `${counted(counts.posted, 'quest')} posted`,
  ]
  const shown = checksum(address)
  return createPreview(context, {
    status: page === 'profile' ? 'Profile' : 'Reputation',
    title: name,
    figure: '',
    facts,
    kind: 'profile',
    path: `/${page}/${shown}`,
    description: [`${shown}: ${facts.join(', ')}.`, excerptOf(farmerText(profile).bio, 160)].join(' ').trim(),
    picture: `/og/profiles/${shown}.png`,
    instead: shorten(shown),
  })
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
