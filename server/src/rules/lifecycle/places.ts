import { endOfDay, instant } from '../../ground/clock.ts'
import { BadRequestError, ForbiddenError, TooManyRequestsError } from '../../ground/errors.ts'
import { apply, waitingOf } from './applications.ts'
import type { Accept, Pin } from './commands.ts'
import { requireTermsAsRead } from './editing.ts'
import type { QuestEvent } from './events/all.ts'
import { hasLeft, liveWork, type Quest } from './quest.ts'
import { requirePart } from './requirements.ts'
import type { Known, Rules } from './rules.ts'
import { requireFit, requireRoom, takePlace } from './taking.ts'

/**
 * Takes a place; where the giver chooses, asks him for one.
 * @throws ForbiddenError for the quest's own giver, and for who is not whom he looks for; BadRequestError where there is no place, or the farmer has one;
 *   ChangedError where the terms are not those that the farmer read; TooManyRequestsError for who takes and gives back all day long.
 */
export function accept(quest: Quest, command: Accept, rules: Rules, known: Known): QuestEvent[] {
  const { by: farmer } = command
  if (quest.giver === farmer) throw new ForbiddenError('You cannot accept your own quest.')
  const earlier = quest.work.get(farmer)
  if (earlier !== undefined && !hasLeft(earlier))
    throw new BadRequestError('You have accepted this quest already.')
  // The ledger and the contract pay a wallet for a quest once, whoever it belongs to since.
  if (known.hadPart)
    throw new BadRequestError('This wallet had a part in this quest before its account was deleted.')
  // A note, a place and its comments would each reach somebody who wants nothing of this wallet.
  if (known.isBlocked) throw new ForbiddenError('The giver of this quest takes no work from you.')
  if (quest.paused) throw new BadRequestError('The giver of this quest takes no farmers for now.')
  requireTermsAsRead(quest, command.read ?? null)
  requireRoom(quest, rules)
  requireFit(quest, known.applicant)
  if (quest.admission === 'application') return apply(quest, command, rules, known)
  if (earlier?.status === 'removed')
    throw new ForbiddenError('The giver freed the place that you had in this quest, and gives you no other.')
  const { held = 0, withdrawn = 0 } = known.applicant ?? {}
  if (held >= rules.mostHeld)
    throw new BadRequestError(
      `You have ${rules.mostHeld} places without work; finish or withdraw from some first.`,
    )
  if (withdrawn >= rules.mostWithdrawn) throw tooRestless(rules)
  return [takePlace(farmer, known.applicant, rules)]
}

function tooRestless({ mostWithdrawn, now }: Rules): TooManyRequestsError {
  const endsAt = endOfDay(now)
  return new TooManyRequestsError(
    Math.ceil((endsAt - now) / 1_000),
    `You have given ${mostWithdrawn} places back today, which is the most; you can take others at ${instant(endsAt)}.`,
  )
}

/** Gives a place back, before there is work; or takes back an application. */
export function withdraw(quest: Quest, farmer: Accept['by']): QuestEvent[] {
  if (liveWork(quest, farmer) === null && waitingOf(quest, farmer) !== null)
    return [{ kind: 'application-withdrawn', farmer }]
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
