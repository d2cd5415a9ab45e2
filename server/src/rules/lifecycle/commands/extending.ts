import { type Address, checksum } from '../../../ground/address.ts'
import { instant } from '../../../ground/clock.ts'
import { Refusal } from '../refusal.ts'
import { command } from './command.ts'
import { requireGiver, requirePart } from './requirements.ts'

/** How often a place can be extended: a giver who has more patience than that frees the place and gives it anew. */
const mostExtensions = 2

type Extend = {
  readonly kind: 'extend'
  readonly by: Address
  readonly farmer: Address
  /** The new end of the place, in milliseconds since 1970. */
  readonly until: number
}

/**
 * The giver gives one farmer more time: at most as much again as a new place has, so that no place is kept for ever. Until then
 * the place cannot be freed either, which would take back what was given.
 */
export const extend = command<Extend>({
  reads: 'named',
  begins: false,
  scopes: ['give'],
  decide(quest, { by, farmer, until }, { acceptMs }) {
    requireGiver(quest, by)
    const place = requirePart(quest, farmer)
    if (place.status !== 'accepted')
      throw new Refusal(
        'place-has-work',
        `Only a place without work can be extended; this work is ${place.status}.`,
      )
    if (place.extensions >= mostExtensions)
      throw new Refusal(
        'extensions-used-up',
        `The place of ${checksum(farmer)} was extended ${mostExtensions} times, which is the most.`,
      )
    if (until <= place.expiresAt)
      throw new Refusal(
        'extension-too-early',
        `until must be later than the present end, ${instant(place.expiresAt)}.`,
      )
    const latest = place.expiresAt + acceptMs
    if (until > latest)
      throw new Refusal(
        'extension-too-late',
        `A place can be extended until ${instant(latest)} at most this time.`,
      )
    return [{ kind: 'place-extended', farmer, expiresAt: until }]
  },
})
