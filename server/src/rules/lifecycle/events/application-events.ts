import type { Address } from '../../../ground/address.ts'
import type { Application, ApplicationStatus } from '../application.ts'
import { isNewsOfOne } from '../folding.ts'
import { quiet } from '../notice.ts'
import type { Quest } from '../quest.ts'
import type { Answered } from '../questions.ts'
import { event } from './event.ts'

export type ApplicationEvent =
  | Applied
  | Admitted
  | Declined
  | ApplicationWithdrawn
  | ApplicationExpired
  | ApplicationClosed

type Applied = {
  readonly kind: 'applied'
  readonly farmer: Address
  readonly note: string | null
  readonly answers: readonly Answered[]
  readonly expiresAt: number
}

export const applied = event<Applied>({
  evolve(quest, { farmer, note, answers, expiresAt }, at) {
    const application: Application = {
      farmer,
      status: 'pending',
      note,
      answers,
      appliedAt: at,
      expiresAt,
      endedAt: null,
      reason: null,
    }
    return {
      ...quest,
      waiting: quest.waiting + 1,
      toldOfOneAt: isNewsOfOne(quest, at) ? at : quest.toldOfOneAt,
      applications: new Map(quest.applications).set(farmer, application),
    }
  },
  public: ['expiresAt'],
  words: ['note', 'answers'],
  movesMoney: false,
  topic: 'application',
  notices: (quest, { farmer }, { now }) =>
    isNewsOfOne(quest, now) ? [quiet([quest.giver], 'applied', { farmer })] : [],
})

/** The giver gave a place, which is taken with the next event. */
type Admitted = { readonly kind: 'admitted'; readonly farmer: Address }

export const admitted = event<Admitted>({
  evolve: ending('admitted'),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
})

type Declined = { readonly kind: 'declined'; readonly farmer: Address; readonly reason: string | null }

export const declined = event<Declined>({
  evolve: ending('declined'),
  public: [],
  words: ['reason'],
  movesMoney: false,
  topic: 'application',
  notices: (_, { farmer, reason }) => [quiet([farmer], 'declined', { reason })],
})

type ApplicationWithdrawn = { readonly kind: 'application-withdrawn'; readonly farmer: Address }

export const applicationWithdrawn = event<ApplicationWithdrawn>({
  evolve: ending('withdrawn'),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
})

type ApplicationExpired = { readonly kind: 'application-expired'; readonly farmer: Address }

export const applicationExpired = event<ApplicationExpired>({
  evolve: ending('expired'),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'application',
  notices: (_, { farmer }) => [quiet([farmer], 'application-expired', {})],
})

type ApplicationClosed = { readonly kind: 'application-closed'; readonly farmer: Address }

export const applicationClosed = event<ApplicationClosed>({
  evolve: ending('closed'),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'application',
  notices: ({ closed }, { farmer }) => [
    quiet([farmer], 'application-closed', { withQuest: closed !== null }),
  ],
})

type Ending = { readonly kind: string; readonly farmer: Address; readonly reason?: string | null }

function ending(status: Exclude<ApplicationStatus, 'pending'>) {
  return (quest: Quest, { kind, farmer, reason = null }: Ending, at: number): Quest => {
    const before = quest.applications.get(farmer)
    if (before?.status !== 'pending')
      throw new Error(`${kind} cannot happen to ${farmer}, whose application does not wait`)
    const after = { ...before, status, endedAt: at, reason }
    return {
      ...quest,
      waiting: quest.waiting - 1,
      applications: new Map(quest.applications).set(farmer, after),
    }
  }
}
