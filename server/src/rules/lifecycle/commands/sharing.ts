import { wholeShare } from '@furrow/sdk/amount'
import { mostMembers } from '@furrow/sdk/contract'
import { type Address, checksum } from '../../../ground/address.ts'
import { custodyOf } from '../custody.ts'
import { type Accepted, hasLeft, isLive, type Live, type Quest } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import type { Known } from '../rules.ts'
import { isAgreed, memberOf } from '../team.ts'
import { requireWelcome } from '../welcome.ts'
import { command } from './command.ts'
import { requirePart } from './requirements.ts'

/** For each stay in a place: each is a letter to everybody named. */
const mostTimes = 10

type Share = {
  readonly kind: 'share'
  readonly by: Address
  /** In ten-thousandths; empty to have the place alone again. */
  readonly shares: readonly { readonly address: Address; readonly share: number }[]
}

/**
 * The farmer of a place shares its reward before its work is in. Each share is agreed to anew, and none holds before all are;
 * the farmer has one too, since the place is theirs, and so are its window, its disputes and its proof.
 */
export const share = command<Share>({
  reads: ({ by, shares }) => [by, ...shares.map(({ address }) => address)],
  begins: false,
  scopes: ['take'],
  decide(quest, { by: farmer, shares }) {
    const { team } = requireUnproved(quest, farmer)
    if (shares.length === 0)
      return team.members.length === 0 ? [] : [{ kind: 'share-ended', farmer, ended: 'changed' }]
    custodyOf(quest).requireSharing()
    requireShares(quest, farmer, shares)
    if (team.times >= mostTimes)
      throw new Refusal('shares-used-up', `You have shared this place ${mostTimes} times, which is the most.`)
    for (const { address } of shares)
      if (address !== farmer) requireNoPlace(quest, address, checksum(address))
    return [
      ...(team.members.length === 0 ? [] : [{ kind: 'share-ended', farmer, ended: 'changed' } as const]),
      { kind: 'place-shared', farmer, shares, ...splitterOf(quest) },
    ]
  },
})

type AgreeToShare = {
  readonly kind: 'agree-to-share'
  readonly by: Address
  readonly farmer: Address
  /** As it was read, in ten-thousandths. */
  readonly share: number
}

/** Pins the member's proved account: its merges prove the work as the farmer's do. */
export const agreeToShare = command<AgreeToShare>({
  reads: ({ by, farmer }) => [by, farmer],
  needs: ['applicant'],
  begins: true,
  scopes: ['take'],
  decide(quest, { by: member, farmer, share }, _, known) {
    const { team } = requireUnproved(quest, farmer)
    const own = requireMember(team, member)
    if (own.share !== share)
      throw new Refusal('quest-changed', 'Your share is another one now: read the quest again.')
    if (own.agreedAt !== null) return []
    requireNoPlace(quest, member, 'You')
    requireInNoTeam(quest, member, known)
    requireWelcome(known)
    return [{ kind: 'share-agreed', farmer, member, account: known.applicant?.account ?? null }]
  },
})

type RefuseShare = { readonly kind: 'refuse-share'; readonly by: Address; readonly farmer: Address }

/** Nobody is on a team against their will: the farmer shares the place anew, or has it alone. */
export const refuseShare = command<RefuseShare>({
  reads: 'named',
  begins: false,
  scopes: ['take'],
  decide(quest, { by, farmer }) {
    const { team } = requireUnproved(quest, farmer)
    requireMember(team, by)
    return [{ kind: 'share-ended', farmer, ended: 'refused' }]
  },
})

/** @throws Refusal for somebody who has agreed to a share of a place in this quest. */
export function requireInNoTeam(quest: Quest, address: Address, { teamHere }: Known): void {
  const isIn = (farmer: Address) => {
    const work = quest.work.get(farmer)
    // Earlier commands of the same batch may have changed a place that they read.
    if (work === undefined) return farmer === teamHere
    return isLive(work) && work.farmer !== address && memberOf(work.team, address)?.agreedAt != null
  }
  const farmers = teamHere === null ? [...quest.work.keys()] : [teamHere, ...quest.work.keys()]
  if (farmers.some(isIn))
    throw new Refusal(
      'member-has-place',
      `${checksum(address)} shares in another place of this quest, and can have no second part in it.`,
    )
}

/**
 * Handing in freezes the shares: the farmer waits, or shares otherwise, and everybody named is told.
 * @throws Refusal where a place is shared and somebody has not agreed.
 */
export function requireAgreed(work: Live | null): void {
  if (work === null || work.team.members.length === 0 || isAgreed(work.team)) return
  throw new Refusal(
    'shares-not-agreed',
    'Not everybody has agreed to the shares of this place: wait for them, or share it otherwise or with nobody, and hand the work in then.',
  )
}

/** Those who agree do so to this contract, whatever the settings name later. */
export function splitterOf({ deposit }: Quest): { readonly splitter?: Address } {
  return deposit === null || deposit.splitter === null ? {} : { splitter: deposit.splitter }
}

function requireUnproved(quest: Quest, farmer: Address): Accepted {
  const work = requirePart(quest, farmer)
  if (work.status === 'accepted' && work.returned === null) return work
  throw new Refusal(
    'shares-frozen',
    'The work of this place was handed in: its shares do not change any more.',
  )
}

function requireMember(team: Accepted['team'], address: Address) {
  const member = memberOf(team, address)
  if (member === null) throw new Refusal('not-a-member', 'The reward of this place is not shared with you.')
  return member
}

function requireNoPlace(quest: Quest, address: Address, who: string): void {
  const work = quest.work.get(address)
  if (work !== undefined && !hasLeft(work))
    throw new Refusal(
      'member-has-place',
      `${who} cannot share in this place: there is another of this wallet in the quest.`,
    )
}

function requireShares(quest: Quest, farmer: Address, shares: Share['shares']): void {
  const addresses = new Set(shares.map(({ address }) => address))
  const fault = [
    [shares.length < 2 || shares.length > mostMembers, `A team has two to ${mostMembers} members.`],
    [addresses.size < shares.length, 'Nobody has two shares.'],
    [!addresses.has(farmer), 'The farmer of the place has a share too: give the place back to have none.'],
    [addresses.has(quest.giver), 'The giver of the quest cannot be paid for it.'],
    [shares.some(({ share }) => share <= 0), 'A share is more than nothing.'],
    [shares.reduce((sum, { share }) => sum + share, 0) !== wholeShare, 'The shares are exactly 1 in sum.'],
  ].find(([isFault]) => isFault)
  if (fault !== undefined) throw new Refusal('shares-invalid', String(fault[1]))
}
