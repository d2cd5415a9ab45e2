import type { Address } from '../../../ground/address.ts'
import { endOfDay, instant } from '../../../ground/clock.ts'
import { conditionChecks, conditionsOf } from '../conditions.ts'
import { newcomer, requireRung } from '../ladder.ts'
import { hasLeft, liveWork, type Quest } from '../quest.ts'
import { type Answered, answersTo } from '../questions.ts'
import { Refusal } from '../refusal.ts'
import type { Known, Rules } from '../rules.ts'
import { requireWelcome } from '../welcome.ts'
import { apply, requireMayApply, waitingOf } from './applications.ts'
import type { Unsigned } from './command.ts'
import { command } from './command.ts'
import { requireNoContest } from './contests.ts'
import { requireTermsAsRead, type TermsAsRead } from './editing.ts'
import { requirePart } from './requirements.ts'
import type { Sent } from './sent.ts'
import { requireInNoTeam } from './sharing.ts'
import { fits, requireRoom, requireTurn, takePlace } from './taking.ts'

/** The note and the answers are for a giver who chooses among applicants. */
export type Accept = {
  readonly kind: 'accept'
  readonly by: Address
  readonly note?: string | null
  readonly answers?: readonly Answered[]
  /** The terms that the farmer agrees to; null for a client that does not say. */
  readonly read?: TermsAsRead | null
} & Sent

type Taking = {
  readonly quest: Quest
  readonly command: Accept
  readonly rules: Rules
  readonly known: Known
}
/** @throws Refusal */
type Check = (taking: Taking) => void

/** In the order in which a farmer is told of them. */
const checks: readonly Check[] = [
  ({ quest }) =>
    requireNoContest(
      quest,
      'This quest is a contest, and nobody takes a place in it: enter it (PUT /quests/entries) until entriesUntil.',
    ),
  ({ quest, command: { by } }) => {
    if (quest.giver === by) throw new Refusal('own-quest', 'You cannot accept your own quest.')
  },
  ({ quest, command: { by } }) => {
    const earlier = quest.work.get(by)
    if (earlier !== undefined && !hasLeft(earlier))
      throw new Refusal('accepted-already', 'You have accepted this quest already.')
  },
  ({ quest, command: { by }, known }) => requireInNoTeam(quest, by, known),
  ({ known }) => requireWelcome(known),
  ({ quest }) => {
    if (quest.paused) throw new Refusal('quest-paused', 'The giver of this quest takes no farmers for now.')
  },
  ({ quest, command }) => requireTermsAsRead(quest, command.read ?? null),
  ({ quest, rules }) => requireRoom(quest, rules),
  ({ known, rules }) => requireTurn(known, rules),
  ...fits.map(
    (fit): Check =>
      ({ quest, known }) =>
        fit(quest, known.applicant ?? newcomer),
  ),
  ...conditionChecks.map(
    (check): Check =>
      ({ quest, command: { via = null }, rules: { now }, known }) => {
        const farmer = known.applicant ?? newcomer
        check(conditionsOf(quest), { quest, farmer, known, via, now })
      },
  ),
]

/** Where no giver chooses. */
const checksOfPlace: readonly Check[] = [
  ({ quest, command: { by } }) => {
    if (quest.work.get(by)?.status === 'removed')
      throw new Refusal(
        'place-freed',
        'The giver freed the place that you had in this quest, and gives you no other.',
      )
  },
  ({ known, rules: { mostHeld } }) => {
    if ((known.applicant?.held ?? 0) >= mostHeld)
      throw new Refusal(
        'holds-too-many',
        `You have ${mostHeld} places without work; finish or withdraw from some first.`,
      )
  },
  ({ known, rules }) => requireRung(rules, known.applicant, null),
  ({ known, rules }) => {
    if ((known.applicant?.withdrawn ?? 0) >= rules.mostWithdrawn) throw tooRestless(rules)
  },
]

const checksOf = ({ admission }: Quest): readonly Check[] =>
  admission === 'application'
    ? [...checks, ({ quest, command: { by }, rules, known }) => requireMayApply(quest, by, rules, known)]
    : [...checks, ...checksOfPlace]

/**
 * Takes a place, or applies for one where the giver chooses. @throws Refusal for the own quest, unmet requirements, no
 * free place or a second one, other terms than were read, too many places at once or given back in a day, or a missing
 * answer.
 */
export const accept = command<Accept>({
  reads: 'own',
  needs: ['applicant', 'application'],
  begins: true,
  scopes: ['take'],
  decide(quest, command, rules, known) {
    for (const check of checksOf(quest)) check({ quest, command, rules, known })
    const answers = answersTo(quest, command.answers)
    return quest.admission === 'application'
      ? [apply(command, answers, rules)]
      : [takePlace(quest, command.by, known.applicant, rules, command.via)]
  },
})

/** Every refusal that an accept would meet, not only the first one. */
export function reasonsAgainst(taking: Taking): Refusal[] {
  return checksOf(taking.quest).flatMap(check => {
    try {
      check(taking)
      return []
    } catch (error) {
      if (error instanceof Refusal) return [error]
      throw error
    }
  })
}

function tooRestless({ mostWithdrawn, now }: Rules): Refusal {
  const endsAt = endOfDay(now)
  return new Refusal(
    'withdrew-too-often',
    `You have given ${mostWithdrawn} places back today, which is the most; you can take others at ${instant(endsAt)}.`,
    endsAt,
  )
}

type Withdraw = { readonly kind: 'withdraw'; readonly by: Address }

/** Gives a place back before there is work, or takes back an application. */
export const withdraw = command<Withdraw>({
  reads: 'own',
  needs: ['application'],
  begins: false,
  scopes: ['take'],
  decide(quest, { by: farmer }) {
    if (liveWork(quest, farmer) === null && waitingOf(quest, farmer) !== null)
      return [{ kind: 'application-withdrawn', farmer }]
    const { status } = requirePart(quest, farmer)
    if (status !== 'accepted')
      throw new Refusal('not-withdrawable', `You cannot withdraw: your work is ${status}.`)
    return [{ kind: 'withdrawn', farmer }]
  },
})

/** At half time with a short ACCEPT_DAYS, as for trials. */
export function warnAhead({ acceptMs }: Pick<Rules, 'acceptMs'>): number {
  return Math.min(warnBefore, acceptMs / 2)
}

const warnBefore = 3 * 24 * 60 * 60 * 1_000

type Warn = { readonly kind: 'warn' } & Unsigned

/** Warns a farmer, once, before a place without work expires. */
export const warn = command<Warn>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, { farmer }, rules) {
    const work = liveWork(quest, farmer)
    if (work?.status !== 'accepted' || work.warned) return []
    const isSoon = work.expiresAt > rules.now && work.expiresAt <= rules.now + warnAhead(rules)
    return isSoon ? [{ kind: 'expiry-warned', farmer }] : []
  },
})

type Expire = { readonly kind: 'expire' } & Unsigned

export const expire = command<Expire>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, { farmer }, { now }) {
    const work = liveWork(quest, farmer)
    return work?.status === 'accepted' && work.expiresAt <= now ? [{ kind: 'expired', farmer }] : []
  },
})

export type Pin = Unsigned & { readonly kind: 'pin'; readonly account: string }

/** Work without an account gets the first one that its farmer proves; later ones do not touch it. */
export const pin = command<Pin>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, { farmer, account }) {
    const work = liveWork(quest, farmer)
    return work !== null && work.account === null ? [{ kind: 'account-pinned', farmer, account }] : []
  },
})
