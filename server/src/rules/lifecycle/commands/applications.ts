import { type Address, checksum } from '../../../ground/address.ts'
import { endOfDay, instant } from '../../../ground/clock.ts'
import type { Application } from '../application.ts'
import type { QuestEvent } from '../events/all.ts'
import { requireRung } from '../ladder.ts'
import { hasLeft, type Quest } from '../quest.ts'
import type { Answered } from '../questions.ts'
import { Refusal } from '../refusal.ts'
import type { Known, Rules } from '../rules.ts'
import { countFree, takesFarmers } from '../status.ts'
import type { Unsigned } from './command.ts'
import { command } from './command.ts'
import { requireGiver } from './requirements.ts'
import { requireInNoTeam } from './sharing.ts'
import { requireRoom, requireTurn, takePlace } from './taking.ts'

/** Applications waiting in one quest: more than a giver reads. */
const mostWaiting = 1_000

/** @throws Refusal for farmers who have applied already, and for those who were declined. */
export function requireMayApply(quest: Quest, farmer: Address, rules: Rules, known: Known): void {
  const before = quest.applications.get(farmer)
  if (before?.status === 'pending')
    throw new Refusal('applied-already', 'You have applied for this quest already.')
  if (before?.status === 'declined')
    throw new Refusal('application-declined', 'The giver declined your application for this quest.')
  if (quest.waiting >= mostWaiting)
    throw new Refusal(
      'applications-full',
      `${mostWaiting} applications for this quest wait for an answer, which is the most; try again later.`,
    )
  if ((known.applicant?.applied ?? 0) >= rules.mostApplied) throw tooEager(rules)
}

type Applying = { readonly by: Address; readonly note?: string | null }

/** An application takes no place, and counts only against those of one wallet in a day. */
export function apply(
  { by: farmer, note = null }: Applying,
  answers: readonly Answered[],
  { acceptMs, now }: Rules,
): QuestEvent {
  return { kind: 'applied', farmer, note, answers, expiresAt: now + acceptMs }
}

function tooEager({ mostApplied, now }: Rules): Refusal {
  const endsAt = endOfDay(now)
  return new Refusal(
    'applied-too-often',
    `You have applied ${mostApplied} times today, which is the most; you can go on at ${instant(endsAt)}.`,
    endsAt,
  )
}

export type Admit = { readonly kind: 'admit'; readonly by: Address; readonly farmer: Address }

/** The giver gives an applicant a place, which is one like any. @throws Refusal where there is none, or no application. */
export const admit = command<Admit>({
  reads: 'named',
  needs: ['applicant', 'application'],
  begins: true,
  scopes: ['give'],
  decide(quest, { by, farmer }, rules, known) {
    requireGiver(quest, by)
    const work = quest.work.get(farmer)
    if (work !== undefined && !hasLeft(work))
      throw new Refusal('has-place', `${checksum(farmer)} has a place in this quest already.`)
    requireInNoTeam(quest, farmer, known)
    requireWaiting(quest, farmer)
    requireRoom(quest, rules)
    requireTurn(known, rules)
    if ((known.applicant?.held ?? 0) >= rules.mostHeld)
      throw new Refusal(
        'holds-too-many',
        `${checksum(farmer)} has ${rules.mostHeld} places without work, which is the most; they have to finish or give back some first.`,
      )
    requireRung(rules, known.applicant, farmer)
    return [{ kind: 'admitted', farmer }, takePlace(quest, farmer, known.applicant, rules)]
  },
})

export type Decline = {
  readonly kind: 'decline'
  readonly by: Address
  readonly farmer: Address
  readonly reason: string | null
}

/** The giver declines a farmer for good. */
export const decline = command<Decline>({
  reads: 'named',
  needs: ['application'],
  begins: false,
  scopes: ['give'],
  decide(quest, { by, farmer, reason }) {
    requireGiver(quest, by)
    requireWaiting(quest, farmer)
    return [{ kind: 'declined', farmer, reason }]
  },
})

type EndApplication = { readonly kind: 'end-application' } & Unsigned

/** Ends applications that nobody answered in time, and those that no place is left for. */
export const endApplication = command<EndApplication>({
  reads: 'named',
  needs: ['application'],
  begins: false,
  scopes: [],
  decide(quest, { farmer }, { now }) {
    const application = waitingOf(quest, farmer)
    if (application === null) return []
    if (countFree(quest) <= 0 || !takesFarmers(quest, now)) return [{ kind: 'application-closed', farmer }]
    return application.expiresAt <= now ? [{ kind: 'application-expired', farmer }] : []
  },
})

export function waitingOf({ applications }: Quest, farmer: Address): Application | null {
  const application = applications.get(farmer)
  return application?.status === 'pending' ? application : null
}

function requireWaiting(quest: Quest, farmer: Address): void {
  if (waitingOf(quest, farmer) === null)
    throw new Refusal(
      'no-application',
      `${checksum(farmer)} has no application that waits for an answer in this quest.`,
    )
}
