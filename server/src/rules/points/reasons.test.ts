import { releaseCountsAs, scoredDeedCodes, takenBackCodes } from '@furrow/sdk/contract'
import { expect, test } from 'vitest'
import { type DeedScored, readReason, sayReason } from './reasons.ts'

const backs = [{}, ...takenBackCodes.map(takenBack => ({ takenBack }))]
const proofs = [{}, ...releaseCountsAs.map(countsAs => ({ countsAs }))]

/** All that can be said of each deed. */
const deeds: Readonly<Record<(typeof scoredDeedCodes)[number], readonly DeedScored[]>> = {
  released: [1, 23].flatMap(number =>
    proofs.flatMap(proof => backs.map(back => ({ code: 'released', number, ...proof, ...back }) as const)),
  ),
  reviewed: [1, 2, 3, 4, 5].flatMap(rating =>
    backs.map(back => ({ code: 'reviewed', rating, ...back }) as const),
  ),
}

test.each(scoredDeedCodes)('each sentence for a deed that is %s tells its codes and values', code => {
  const roles = ['farmer', 'giver'] as const
  for (const role of roles)
    for (const deed of deeds[code]) {
      const reason = sayReason(role, deed)
      expect({ reason, deed: readReason(reason) }).toEqual({ reason, deed })
    }
  const said = roles.map(role => new Set(deeds[code].map(deed => sayReason(role, deed))).size)
  expect(said).toEqual([deeds[code].length, deeds[code].length])
})

test('the sentences are those that rows and clients have', () => {
  expect(proofs.map(proof => sayReason('farmer', { code: 'released', number: 2, ...proof }))).toEqual([
    'Work released (number 2 for this giver this season)',
    'Work released, by a payment that was shown (number 2 for this giver this season)',
    'Work released, recorded and not proved (number 2 for this giver this season)',
  ])
  expect(sayReason('giver', { code: 'released', number: 1, takenBack: 'reclaimed' })).toBe(
    'Taken back, since its farmer left the money in the contract for a year: Work released to a farmer (number 1 of this farmer this season)',
  )
  expect(backs.map(back => sayReason('giver', { code: 'reviewed', rating: 5, ...back }))).toEqual([
    'Review of 5 of 5',
    'Taken back, since the chain has its payment no more: Review of 5 of 5',
    'Taken back, until the farmer confirms its payment: Review of 5 of 5',
    'Taken back, since the farmer did not receive its payment: Review of 5 of 5',
    'Taken back, since its payment is none: Review of 5 of 5',
    'Taken back, since its farmer left the money in the contract for a year: Review of 5 of 5',
    'Taken back, since its work counts no more: Review of 5 of 5',
  ])
})

test('those of the version before tell their deed too, and a later one tells none', () => {
  const before = 'Work paid for (number 4 of this farmer this season)'
  expect(readReason(before)).toEqual({ code: 'released', number: 4 })
  for (const reason of [
    'Planted a tree',
    'Review of 6 of 5',
    `${before}.`,
    `Taken back, for once: ${before}`,
  ])
    expect(readReason(reason)).toBeUndefined()
})
