import { mostBackers } from '@furrow/sdk/contract'
import type { Address } from '../../../ground/address.ts'
import { custodyOf } from '../custody.ts'
import { hasLeft, type Quest } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import { countFree, countLive, statusOf, takesFarmers } from '../status.ts'
import { command } from './command.ts'

export type Back = { readonly kind: 'back'; readonly by: Address; readonly amount: string }

/** Somebody else adds to the reward of every place that is not over: as long as anybody may still earn it. */
export const back = command<Back>({
  reads: 'own',
  begins: true,
  scopes: ['give'],
  decide(quest, { by, amount }, { now }) {
    requireBackable(quest)
    if (by === quest.giver)
      throw new Refusal('own-quest', 'This quest is your own: raise its reward by changing it.')
    const work = quest.work.get(by)
    if (work !== undefined && !hasLeft(work))
      throw new Refusal('own-work', 'You have a place in this quest: nobody adds to their own reward.')
    const isOpen = countFree(quest) > 0 && takesFarmers(quest, now)
    if (!isOpen && countLive(quest.tally) === 0)
      throw new Refusal('quest-over', 'Nobody can earn anything in this quest any more.')
    if (quest.backers.count >= mostBackers)
      throw new Refusal(
        'backers-full',
        `${mostBackers} others add to this reward already, which is the most.`,
      )
    // On chain it counts once the backer's own deposit is there.
    return quest.deposit === null ? [{ kind: 'backed', backer: by, amount }] : []
  },
})

type CountBacker = {
  readonly kind: 'count-backer'
  readonly by: null
  readonly backer: Address
  readonly amount: string
}

/** The deposit of a backer is on chain: it counts from now on, where anybody can still earn it. */
export const countBacker = command<CountBacker>({
  reads: 'none',
  begins: false,
  scopes: [],
  decide(quest, { backer, amount }, { now }) {
    const isOpen = countFree(quest) > 0 && takesFarmers(quest, now)
    if (quest.deposit === null || quest.backers.count >= mostBackers) return []
    if (!isOpen && countLive(quest.tally) === 0) return []
    return [{ kind: 'backed', backer, amount }]
  },
})

/** @throws Refusal */
function requireBackable(quest: Quest): void {
  const { contest, deposit, hidden, thanks } = quest
  if (contest !== null)
    throw new Refusal('not-backable', 'This is a contest, whose prizes are its reward: nobody adds to them.')
  if (thanks !== null)
    throw new Refusal('not-backable', 'This is a thanks, which is paid already: thank for the work yourself.')
  if (hidden) throw new Refusal('quest-hidden', 'A moderator has hidden this quest: it takes nobody new.')
  if (deposit !== null) custodyOf(quest).requireFunds()
}

type UncountBacker = Omit<CountBacker, 'kind'> & { readonly kind: 'uncount-backer' }

/** A backer took their deposit back at the contract, which nobody can refuse them: it is in the sum no more. */
export const uncountBacker = command<UncountBacker>({
  reads: 'none',
  begins: false,
  scopes: [],
  decide(quest, { backer, amount }) {
    return quest.deposit === null || quest.backers.count <= 0
      ? []
      : [{ kind: 'backing-stopped', backer, amount }]
  },
})

export type StopBacking = {
  readonly kind: 'stop-backing'
  readonly by: Address
  readonly backer: Address
  readonly amount: string
}

/** The backer takes it back, or the giver does not want it: while nobody has a place, who may have taken it for the sum. */
export const stopBacking = command<StopBacking>({
  reads: 'none',
  begins: false,
  scopes: ['give'],
  decide(quest, { by, backer, amount }, { now }) {
    if (by !== backer && by !== quest.giver)
      throw new Refusal('not-a-party', 'Only the backer or the giver of the quest may do this.')
    if (quest.backers.count <= 0)
      throw new Refusal('not-a-backer', 'Nobody adds to the reward of this quest.')
    const status = statusOf(quest, now)
    if (status === 'completed' || status === 'cancelled')
      throw new Refusal('quest-over', `This quest is ${status}: what nobody earned goes back by itself.`)
    if (countLive(quest.tally) > 0)
      throw new Refusal(
        'work-begun',
        'Somebody has a place in this quest, and works for the whole reward: it stays until the work is decided. You may object to paying your part once work is handed in.',
      )
    return [{ kind: 'backing-stopped', backer, amount }]
  },
})
