import type { Giving, GivingFigures } from '@furrow/sdk/contract'
import { createBreath } from '@furrow/storage/breath.ts'
import type { Db } from '@furrow/storage/db.ts'
import type { Address } from '../../ground/address.ts'
import { day, hour, instant } from '../../ground/clock.ts'
import { between, daysToPay, medianOf, type Release, releaseColumns } from '../../people/profile/record.ts'
import { fromLedger, toLedger } from '../../rules/ledger/amounts.ts'
import { isDivided } from '../../rules/lifecycle/quest.ts'
import { type Given, type GivenQuest, type GivenWork, readGiven } from './read-work.ts'
import { type Span, weekOf, weeksOf } from './span.ts'

type Breathe = ReturnType<typeof createBreath>

const mostRepositories = 100
const givenBack: ReadonlySet<string> = new Set(['withdrawn', 'expired', 'cancelled'])

export async function readGiving(db: Db, giver: Address, span: Span): Promise<Giving> {
  const given = await readGiven(db, giver, span)
  const breathe = createBreath()
  const repositories: Giving['repositories'] = []
  for (const [repository, own] of byRepository(given))
    repositories.push({ repository, ...(await figuresOf(own, breathe)) })
  const total = await figuresOf(given, breathe)
  await breathe()
  return {
    from: dayOf(span.from),
    to: dayOf(span.until - day),
    complete: given.complete,
    total,
    repositories,
    weeks: byWeek(given.works, span),
  }
}

function dayOf(at: number): string {
  return instant(at).slice(0, 10)
}

type Part = Pick<Given, 'quests' | 'works'>

function byRepository({ quests, works }: Part): (readonly [repository: string | null, Part])[] {
  const worksOf = Map.groupBy(works, ({ quest_id }) => quest_id)
  return [...Map.groupBy(quests, ({ repo_key }) => repo_key)]
    .toSorted(([a, one], [b, other]) => other.length - one.length || ((a ?? '') < (b ?? '') ? -1 : 1))
    .slice(0, mostRepositories)
    .map(([, quests]) => {
      const own = quests.flatMap(({ id }) => worksOf.get(id) ?? [])
      return [quests[0]?.codehost_repo ?? null, { quests, works: own }]
    })
}

/** Each list is sorted in a turn of its own: there may be thousands of places. */
async function figuresOf({ quests, works }: Part, breathe: Breathe): Promise<GivingFigures> {
  const kept = works.filter(({ status }) => !givenBack.has(status))
  const merged = kept.filter(work => isFinished(work) && work.proof === 'merge')
  const times: Partial<GivingFigures['times']> = {}
  for (const [name, hours] of Object.entries(hoursOf(quests, kept))) {
    await breathe()
    times[name as keyof typeof times] = medianHours(hours())
  }
  await breathe()
  return {
    quests: quests.length,
    places: quests.reduce((sum, { max_farmers }) => sum + max_farmers, 0),
    taken: kept.length,
    finished: kept.filter(isFinished).length,
    returned: kept.filter(isReturned).length,
    disputes: disputesOf(kept),
    times: times as GivingFigures['times'],
    mergedCosts: costsOf(merged),
  }
}

function isFinished({ status }: GivenWork): boolean {
  return status === 'released'
}

/** A return before somebody took the place anew says nothing about their work. */
function isReturned({ accepted_at, returned_at, returns }: GivenWork): boolean {
  return returns > 0 && (returned_at ?? 0) >= accepted_at
}

function disputesOf(works: readonly GivenWork[]): GivingFigures['disputes'] {
  const disputed = works.filter(({ accepted_at, disputed_at }) => (disputed_at ?? -1) >= accepted_at)
  const isSplit = ({ ended_because }: GivenWork) => isDivided(ended_because)
  const whole = (outcome: 'pay' | 'refund') =>
    disputed.filter(work => work.dispute_outcome === outcome && !isSplit(work)).length
  return {
    count: disputed.length,
    open: disputed.filter(({ status }) => status === 'disputed').length,
    paid: whole('pay'),
    refunded: whole('refund'),
    split: disputed.filter(isSplit).length,
  }
}

type Hours = () => (number | null)[]

function hoursOf(
  quests: readonly GivenQuest[],
  works: readonly GivenWork[],
): Readonly<Record<keyof GivingFigures['times'], Hours>> {
  const since =
    (of: (work: GivenWork) => readonly [start: number | null, end: number | null]): Hours =>
    () =>
      works.map(work => between(...of(work), hour))
  return {
    toInterest: () => quests.map(({ created_at, interest_at }) => between(created_at, interest_at, hour)),
    toHandIn: since(({ accepted_at, review_started_at }) => [accepted_at, review_started_at]),
    toMerge: since(work => [work.accepted_at, work.proof === 'merge' ? mergedAt(work) : null]),
    toDecision: since(({ review_started_at, released_at, refunded_at }) => [
      review_started_at,
      released_at ?? refunded_at,
    ]),
    toPayment: () => works.filter(isFinished).map(hoursToPay),
  }
}

/** Where no code host is asked, the merge is as old as the hint that told of it. */
function mergedAt({ merged_at, review_started_at }: GivenWork): number | null {
  return merged_at ?? review_started_at
}

function hoursToPay(work: GivenWork): number | null {
  const days = daysToPay(releaseColumns.map(name => work[name]) as Release)
  return days === null ? null : (days * day) / hour
}

/** A time that ends before it begins, as by a clock elsewhere, is none. */
function medianHours(values: readonly (number | null)[]) {
  const known = values.flatMap(value => (value === null ? [] : [Math.max(0, value)]))
  return { count: known.length, medianHours: medianOf(known) }
}

function costsOf(works: readonly GivenWork[]): GivingFigures['mergedCosts'] {
  return [...Map.groupBy(works, ({ token }) => token)]
    .map(([token, own]) => {
      const costs = own
        .map(({ amount, paid }) => toLedger(paid ?? amount))
        .toSorted((a, b) => (a < b ? -1 : 1))
      const middle =
        (costs[Math.floor((costs.length - 1) / 2)] ?? 0n) + (costs[Math.floor(costs.length / 2)] ?? 0n)
      return {
        token,
        count: costs.length,
        sum: fromLedger(costs.reduce((sum, cost) => sum + cost, 0n)),
        median: fromLedger(middle / 2n),
      }
    })
    .toSorted((a, b) => (a.token < b.token ? -1 : 1))
}

function byWeek(works: readonly GivenWork[], span: Span): Giving['weeks'] {
  const released = works.filter(isFinished)
  const ofWeek = Map.groupBy(released, ({ released_at }) => weekOf(released_at ?? 0))
  return weeksOf(span).map(week => {
    const own = ofWeek.get(week) ?? []
    const times = own.map(({ accepted_at, released_at }) => between(accepted_at, released_at, hour))
    return { week: dayOf(week), finished: own.length, medianHours: medianHours(times).medianHours }
  })
}
