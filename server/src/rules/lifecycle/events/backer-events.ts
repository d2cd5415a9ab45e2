import type { Address } from '../../../ground/address.ts'
import { fromLedger, toLedger } from '../../ledger/amounts.ts'
import { quiet } from '../notice.ts'
import type { Quest } from '../quest.ts'
import { event } from './event.ts'

export type BackerEvent = Backed | BackingStopped

/** Somebody adds to the reward of each place: a companion of theirs has the promise. */
type Backed = { readonly kind: 'backed'; readonly backer: Address; readonly amount: string }

export const backed = event<Backed>({
  evolve: (quest, { amount }) => withBackers(quest, 1, toLedger(amount)),
  // Its actor is the backer, whose name goes with their account.
  public: ['amount'],
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices: ({ giver, token }, { backer, amount }) => [quiet([giver], 'backed', { backer, amount, token })],
})

type BackingStopped = { readonly kind: 'backing-stopped'; readonly backer: Address; readonly amount: string }

export const backingStopped = event<BackingStopped>({
  evolve: (quest, { amount }) => withBackers(quest, -1, -toLedger(amount)),
  public: ['amount'],
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices: ({ giver, token }, { backer, amount }) => [
    quiet([giver, backer], 'backing-stopped', { backer, amount, token }),
  ],
})

function withBackers(quest: Quest, more: number, units: bigint): Quest {
  const { count, amount } = quest.backers
  return {
    ...quest,
    backers: { ...quest.backers, count: count + more, amount: fromLedger(toLedger(amount) + units) },
  }
}
