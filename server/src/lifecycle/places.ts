import { endOfDay, instant } from '../clock.ts'
import { BadRequestError, ForbiddenError, TooManyRequestsError } from '../errors.ts'
import type { Accept, Pin } from './commands.ts'
import { custodyOf } from './custody.ts'
import type { QuestEvent } from './events.ts'
import { hasLeft, liveWork, type Quest } from './quest.ts'
import { requirePart } from './requirements.ts'
import type { Known, Rules } from './rules.ts'
import { countFree, takesFarmers } from './status.ts'

/**
 * @throws ForbiddenError for the quest's own giver; BadRequestError where there is no place, or the farmer has one;
 *   TooManyRequestsError for who takes and gives back all day long.
 */
export function accept(quest: Quest, { by: farmer }: Accept, rules: Rules, known: Known): QuestEvent[] {
  if (quest.giver === farmer) throw new ForbiddenError('You cannot accept your own quest.')
  const earlier = quest.work.get(farmer)
  if (earlier !== undefined && !hasLeft(earlier))
    throw new BadRequestError('You have accepted this quest already.')
  if (!takesFarmers(quest, rules.now)) throw new BadRequestError('This quest is closed to new farmers.')
  if (countFree(quest) <= 0) throw new BadRequestError('This quest has no place left.')
  if (!custodyOf(quest).isFunded)
    throw new BadRequestError('This quest is not funded yet: its giver has to pay into the escrow first.')
  const { held = 0, withdrawn = 0 } = known.applicant ?? {}
  if (held >= rules.mostHeld)
    throw new BadRequestError(
      `You have ${rules.mostHeld} places without work; finish or withdraw from some first.`,
    )
  if (withdrawn >= rules.mostWithdrawn) throw tooRestless(rules)
  const account = known.applicant?.account ?? null
  return [{ kind: 'accepted', farmer, account, expiresAt: rules.now + rules.acceptMs }]
}

function tooRestless({ mostWithdrawn, now }: Rules): TooManyRequestsError {
  const endsAt = endOfDay(now)
  return new TooManyRequestsError(
    Math.ceil((endsAt - now) / 1_000),
    `You have given ${mostWithdrawn} places back today, which is the most; you can take others at ${instant(endsAt)}.`,
  )
}

/** Gives a place back, before there is work. */
export function withdraw(quest: Quest, farmer: Accept['by']): QuestEvent[] {
  const { status } = requirePart(quest, farmer)
  if (status !== 'accepted') throw new BadRequestError(`You cannot withdraw: your work is ${status}.`)
  return [{ kind: 'withdrawn', farmer }]
}

/** With a short ACCEPT_DAYS, for trials, at half time. */
export function warnAhead({ acceptMs }: Pick<Rules, 'acceptMs'>): number {
  return Math.min(warnBefore, acceptMs / 2)
}

const warnBefore = 3 * 24 * 60 * 60 * 1_000

/** A while before an accept without work expires, its farmer is told, once. */
export function warn(quest: Quest, farmer: Accept['by'], rules: Rules): QuestEvent[] {
  const work = liveWork(quest, farmer)
  if (work?.status !== 'accepted' || work.warned) return []
  const isSoon = work.expiresAt > rules.now && work.expiresAt <= rules.now + warnAhead(rules)
  return isSoon ? [{ kind: 'expiry-warned', farmer }] : []
}

/** An accept without work ends, and frees its place. */
export function expire(quest: Quest, farmer: Accept['by'], { now }: Rules): QuestEvent[] {
  const work = liveWork(quest, farmer)
  return work?.status === 'accepted' && work.expiresAt <= now ? [{ kind: 'expired', farmer }] : []
}

/** Work that has no account to prove it gets the first one that its farmer proves; later ones do not touch it. */
export function pin(quest: Quest, { farmer, account }: Pin): QuestEvent[] {
  const work = liveWork(quest, farmer)
  return work !== null && work.account === null ? [{ kind: 'account-pinned', farmer, account }] : []
}
