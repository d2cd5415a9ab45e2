import type { Db } from '@furrow/storage/db.ts'
import type { AddressCountTable } from '@furrow/storage/tables.ts'
import { OutdatedError } from '@furrow/storage/transaction.ts'
import { addAndRead } from '@furrow/storage/write-all.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import { type Selectable, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Deed, DeedDone } from '../lifecycle/deeds.ts'
import { awardBadges, badgesOfWork, earnedBy } from './badges.ts'
import { readGuilds, scoreGuilds } from './guilds.ts'
import { noCounts } from './no-counts.ts'
import { recordAmounts } from './record-amounts.ts'
import { recordPoints } from './record-points.ts'
import type { MeansChange } from './record-reviews.ts'
import { isOfRelease } from './score-releases.ts'

type Counts = Selectable<AddressCountTable>

/** Records deeds for profiles, points and badges, in the transaction of their events. */
export async function recordDeeds(
  trx: Db,
  writes: Writes,
  config: Pick<Config, 'seasonStart' | 'seasonMs' | 'quotas'>,
  done: readonly DeedDone[],
): Promise<void> {
  const changes = sumCounts(done.map(({ deed }) => deed))
  const accepted = done.flatMap(({ deed }) => (deed.kind === 'accepted' ? [deed.farmer] : []))
  if (done.every(({ deed }) => deed.kind in onlyCounted)) {
    if (changes.size === 0) return
    const most = config.quotas.places
    writes.add('address_counts', ['address'], ...changes.values())
    // Also where nobody is limited: other transactions, too, write counts before the rest.
    writes.limit({ table: 'address_counts', key: 'address', column: 'held', most, keys: accepted })
    return
  }
  const { farmers, firsts, means, proved, counted } = await recordPoints(trx, writes, config, done, () =>
    Promise.all([
      // With all rows at once: transactions that write the same people's counts take turns.
      changes.size === 0 ? [] : addAndRead(trx, 'address_counts', ['address'], [...changes.values()]),
      // After the counts: a change of guild waits for them, or they for it.
      readGuilds(trx, peopleOf(done)),
    ]),
  )
  const [counts, guilds] = counted
  scoreGuilds(writes, farmers, guilds)
  addLater(writes, firsts, means)
  if (counts.some(({ address, held }) => accepted.includes(address) && held > config.quotas.places))
    throw new OutdatedError('a farmer would have too many places')
  await awardWork(trx, writes, counts, done, proved)
  await takeBadgesBack(trx, counts, done)
  recordAmounts(writes, done)
}

/** Counts that only the points tell. */
function addLater(writes: Writes, firsts: readonly Address[], means: readonly MeansChange[]): void {
  const changes = new Map<Address, Counts>()
  for (const farmer of firsts) countOf(changes, farmer).givers++
  for (const { reviewee, reviewers, reviewer_means } of means) {
    countOf(changes, reviewee).reviewers += reviewers
    countOf(changes, reviewee).reviewer_means += reviewer_means
  }
  if (changes.size > 0) writes.add('address_counts', ['address'], ...changes.values())
}

function peopleOf(done: readonly DeedDone[]): readonly Address[] {
  return [
    ...new Set(
      done.flatMap(one => {
        if (one.deed.kind === 'reviewed') return [one.deed.reviewee]
        return isOfRelease(one) ? [one.deed.farmer, one.deed.giver] : []
      }),
    ),
  ]
}

/** Deeds from whose counts nothing else follows: they are written with everything else, which saves a trip. */
const onlyCounted = {
  accepted: true,
  held: true,
  unheld: true,
  shared: true,
  withdrawn: true,
} satisfies Partial<Record<Deed['kind'], true>>

async function awardWork(
  trx: Db,
  writes: Writes,
  counts: readonly Counts[],
  done: readonly DeedDone[],
  proved: readonly Address[],
): Promise<void> {
  const counting = done.flatMap(({ at, deed }) =>
    (deed.kind === 'released' && deed.counts) || (deed.kind === 'settled' && deed.countedAt !== null)
      ? [{ at, parties: [deed.farmer, deed.giver] }]
      : [],
  )
  const at = counting[0]?.at
  if (at === undefined) return
  const parties = new Set(counting.flatMap(({ parties }) => parties))
  for (const count of counts) {
    if (!parties.has(count.address)) continue
    const completed = count.completed - count.unproved
    const paid = count.paid - count.unproved_paid
    // Farmers for whom another giver's work came to count; by now nobody else writes that.
    const givers = proved.includes(count.address) ? await countGivers(trx, count.address) : 0
    awardBadges(writes, count.address, earnedBy({ completed, paid, givers }), at)
  }
}

/** People with payments that stop counting keep the badges earned by the others. */
async function takeBadgesBack(trx: Db, counts: readonly Counts[], done: readonly DeedDone[]): Promise<void> {
  const parties = new Set(
    done.flatMap(({ deed }) =>
      (deed.kind === 'unsettled' || deed.kind === 'reclaimed') && deed.countedAt !== null
        ? [deed.farmer, deed.giver]
        : [],
    ),
  )
  for (const { address, completed, paid, unproved, unproved_paid } of counts) {
    if (!parties.has(address)) continue
    const givers = await countGivers(trx, address)
    const earned = earnedBy({ completed: completed - unproved, paid: paid - unproved_paid, givers })
    const lost = badgesOfWork.filter(badge => !earned.includes(badge))
    if (lost.length === 0) continue
    await trx.deleteFrom('badges').where('address', '=', address).where('badge', 'in', lost).execute()
  }
}

/** More than any badge needs. */
const mostGivers = 5

async function countGivers(trx: Db, farmer: Address): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from work_pairs
      where farmer = ${farmer} and releases > unproved limit ${sql.lit(mostGivers)}) as found`.execute(trx)
  return Number(rows[0]?.n ?? 0)
}

/** For callers that know that nobody else writes these counts at the same time. */
export function addCounts(writes: Writes, done: readonly DeedDone[]): void {
  writes.add('address_counts', ['address'], ...sumCounts(done.map(({ deed }) => deed)).values())
}

function sumCounts(deeds: readonly Deed[]): Map<Address, Counts> {
  const changes = new Map<Address, Counts>()
  const countUnproved = (deed: Extract<Deed, { farmer: Address; giver: Address }>, more: number) => {
    if (!deed.partial) countOf(changes, deed.farmer).unproved += more
    countOf(changes, deed.giver).unproved_paid += more
  }
  for (const deed of deeds)
    switch (deed.kind) {
      case 'posted':
        countOf(changes, deed.giver).posted++
        break
      case 'accepted':
        countOf(changes, deed.farmer).held++
        if (!deed.again) countOf(changes, deed.farmer).accepted++
        break
      case 'shared':
        if (!deed.again) countOf(changes, deed.farmer).accepted++
        break
      case 'held':
        countOf(changes, deed.farmer).held++
        break
      case 'unheld':
        countOf(changes, deed.farmer).held--
        break
      case 'released':
        countOf(changes, deed.giver).paid++
        if (deed.companion) {
          // The work is the farmer's in the quest that this one adds to.
          countOf(changes, deed.giver).unproved_paid++
          break
        }
        if (!deed.partial) countOf(changes, deed.farmer).completed++
        if (!deed.counts) countUnproved(deed, 1)
        break
      case 'settled':
        countOf(changes, deed.giver).settled++
        if (deed.countedAt !== null) countUnproved(deed, -1)
        break
      case 'unsettled':
        countOf(changes, deed.giver).settled--
        if (deed.countedAt !== null) countUnproved(deed, 1)
        break
      case 'reclaimed':
        if (deed.countedAt !== null) countUnproved(deed, 1)
        break
      case 'refunded':
        countOf(changes, deed.giver).refunded++
        break
      case 'dispute-lost':
        countOf(changes, deed.loser)[deed.as === 'giver' ? 'lost_as_giver' : 'lost_as_farmer']++
        break
      case 'reviewed':
        countOf(changes, deed.reviewee)[`${deed.role}_ratings`]++
        countOf(changes, deed.reviewee)[`${deed.role}_stars`] += deed.rating
    }
  return changes
}

function countOf(changes: Map<Address, Counts>, address: Address): Counts {
  const known = changes.get(address)
  if (known !== undefined) return known
  const none = { address, ...noCounts }
  changes.set(address, none)
  return none
}
