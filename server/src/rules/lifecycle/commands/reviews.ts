import type { Address } from '../../../ground/address.ts'
import { Refusal } from '../refusal.ts'
import { command } from './command.ts'

export type Review = {
  readonly kind: 'review'
  readonly by: Address
  readonly reviewee: Address
  readonly rating: number
  readonly comment: string
}

/** The two parties review each other, once each way. @throws Refusal where they did not work together; for a second review. */
export const review = command<Review>({
  reads: ({ by, reviewee }) => [by, reviewee],
  needs: ['reviews'],
  begins: true,
  scopes: ['take', 'give'],
  decide(quest, { by, reviewee, rating, comment }, _, known) {
    const role = reviewee === quest.giver ? 'giver' : 'farmer'
    if (role === 'farmer' && by !== quest.giver)
      throw new Refusal('not-a-party', 'A farmer may review the giver, and the giver a farmer.')
    const farmer = role === 'giver' ? by : reviewee
    if (quest.work.get(farmer)?.status !== 'released')
      throw new Refusal('not-a-party', 'Reviews are for the parties of work that was released.')
    if (known.reviewed) throw new Refusal('reviewed-already', 'You have reviewed this work already.')
    return [{ kind: 'reviewed', reviewer: by, reviewee, role, rating, comment }]
  },
})
