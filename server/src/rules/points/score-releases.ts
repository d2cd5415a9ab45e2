import { wholeShare } from '@furrow/sdk/amount'
import { takenBackCodes } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { addAndRead } from '@furrow/storage/write-all.ts'
import type { DeedDone, Released, Settled } from '../lifecycle/deeds.ts'
import { releasePoints } from './points.ts'
import type { ReleaseScored } from './reasons.ts'
import type { Scored } from './scored.ts'

export type OfRelease = DeedDone<Released | Settled>

/** However many add to the reward of a piece of work, it scores once. */
export function isOfRelease(one: DeedDone): one is OfRelease {
  return movesMoney(one) && one.deed.companion === undefined
}

export function movesMoney(one: DeedDone): one is OfRelease {
  const { kind } = one.deed
  return kind === 'released' || kind === 'settled' || kind === 'unsettled' || kind === 'reclaimed'
}

/** Work that begins or stops counting. */
type Step = OfRelease & { readonly season: number; readonly by: 1 | -1 }

export async function scoreReleases(
  trx: Db,
  releases: readonly OfRelease[],
  seasonOf: (at: number) => number,
): Promise<Scored[]> {
  const steps = releases.flatMap(one => stepOf(one, seasonOf))
  if (steps.length === 0) return []
  const bySource = await countSources(trx, steps)
  const keyOf = ({ season, deed }: Step) => `${season} ${deed.farmer} ${deed.giver}`
  const byPair = Map.groupBy(steps, keyOf)
  const changes = [...byPair.values()].flatMap(same => {
    const [first] = same as [Step]
    const { farmer, giver } = first.deed
    return [{ season: first.season, farmer, giver, releases: sumOf(same) }]
  })
  const raised = await addAndRead(trx, 'season_pairs', ['season', 'farmer', 'giver'], changes)
  return raised.flatMap(({ season, farmer, giver, releases: now }) => {
    const same = byPair.get(`${season} ${farmer} ${giver}`) ?? []
    let count = now - sumOf(same)
    return same.flatMap(step => {
      const nth = Math.max(step.by === 1 ? ++count : count--, bySource.get(step) ?? 0)
      return scoreStep(step, nth)
    })
  })
}

function stepOf(one: OfRelease, seasonOf: (at: number) => number): Step[] {
  const { deed } = one
  if (deed.kind === 'released') return deed.counts ? [{ ...one, season: seasonOf(one.at), by: 1 }] : []
  if (deed.countedAt === null) return []
  return [{ ...one, season: seasonOf(deed.countedAt), by: deed.kind === 'settled' ? 1 : -1 }]
}

function sumOf(steps: readonly Step[]): number {
  return steps.reduce((sum, { by }) => sum + by, 0)
}

/** An account's releases in repositories of one owner count on: many wallets make no more points of them than one pair. */
async function countSources(trx: Db, steps: readonly Step[]): Promise<Map<Step, number>> {
  const nths = new Map<Step, number>()
  const keyOf = (step: Step) => (step.deed.kind === 'released' ? (step.deed.source ?? '') : '')
  const proved = steps.filter(step => keyOf(step) !== '')
  if (proved.length === 0) return nths
  const bySource = Map.groupBy(proved, step => `${step.season} ${keyOf(step)}`)
  const changes = [...bySource.values()].map(same => {
    const [first] = same as [Step]
    return { season: first.season, source: keyOf(first), releases: placesOf(same).length }
  })
  const raised = await addAndRead(trx, 'season_sources', ['season', 'source'], changes)
  for (const { season, source, releases: now } of raised) {
    const same = bySource.get(`${season} ${source}`) ?? []
    const places = placesOf(same)
    for (const step of same) nths.set(step, now - places.length + places.indexOf(placeOf(step)) + 1)
  }
  return nths
}

/** One merge proves the work of a whole team, and is one release of its source. */
function placesOf(steps: readonly Step[]): string[] {
  return [...new Set(steps.map(placeOf))]
}

function placeOf({ questId, deed }: Step): string {
  return `${questId} ${('place' in deed && deed.place) || deed.farmer}`
}

function scoreStep(step: Step, nth: number): Scored[] {
  const { at, questId, about, season, deed, by } = step
  const points = by * Math.round((releasePoints(nth) * deed.share) / wholeShare)
  const scored = { code: 'released', number: nth, ...proofOf(deed) } as const
  const shared = { at, questId, about, season, points, deed: scored }
  return [
    { ...shared, address: deed.farmer, role: 'farmer' },
    { ...shared, address: deed.giver, role: 'giver' },
  ]
}

function proofOf(deed: OfRelease['deed']): Pick<ReleaseScored, 'countsAs' | 'takenBack'> {
  switch (deed.kind) {
    case 'released':
      return deed.recorded ? { countsAs: 'recorded' } : {}
    case 'settled':
      return { countsAs: 'payment' }
    case 'unsettled':
      return { takenBack: takenBackCodes.find(code => code === deed.because) ?? 'payment-reorganised' }
    case 'reclaimed':
      return { takenBack: 'reclaimed' }
  }
}
