import type { Db } from '@furrow/storage/db.ts'
import type { AssignmentRow, QuestRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { checkAuditLog } from '../src/access/audit-trail/check.ts'
import type { Address } from '../src/ground/address.ts'
import type { Context } from '../src/ground/context.ts'
import { findViolations } from '../src/operate/integrity/audit.ts'
import { toLedger } from '../src/rules/ledger/amounts.ts'
import { readReason } from '../src/rules/points/reasons.ts'

/** The laws after any history, read from the database alone. `laws` are those that operators check. */
export async function requireSound(
  { db }: Pick<Context, 'db'>,
  { laws = true }: { readonly laws?: boolean } = {},
): Promise<void> {
  const work = await db.selectFrom('assignments').selectAll().execute()
  const heldOf = await requireSoundBooks(db, work)
  await requireSoundQuests(db, work, heldOf)
  await requireSoundScores(db)
  await requireKnownReasons(db)
  await requireSoundBoards(db)
  await requireSoundCounts(db, work)
  await requireSoundAmounts(db, work)
  await requireSoundQuotas(db)
  await requireSoundGuilds(db)
  if (laws) expect(await findViolations(db)).toEqual([])
  expect((await checkAuditLog(db)).first).toEqual([])
}

type Sums = Record<'promised' | 'held' | 'released' | 'refunded', bigint>

/** @returns the held amount of each quest. */
async function requireSoundBooks(db: Db, work: readonly AssignmentRow[]): Promise<Map<string, bigint>> {
  const entries = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transfers', 'ledger_transfers.id', 'transfer_id')
    .select(['account', 'ledger_entries.amount', 'token', 'quest_id', 'party', 'transfer_id'])
    .execute()
  const tokens = new Map<string, Sums>()
  const heldOf = new Map<string, bigint>()
  for (const { account, amount, token, quest_id } of entries) {
    const sums = tokens.get(token) ?? { promised: 0n, held: 0n, released: 0n, refunded: 0n }
    tokens.set(token, { ...sums, [account]: sums[account] + BigInt(amount) })
    if (account === 'held') heldOf.set(quest_id, (heldOf.get(quest_id) ?? 0n) + BigInt(amount))
  }
  for (const [token, sums] of tokens) {
    expect(sums.promised + sums.held + sums.released + sums.refunded).toBe(0n)
    expect(sums.held).toBe(-sums.promised - sums.released - sums.refunded)
    const shards = await db.selectFrom('ledger_sums').selectAll().where('token', '=', token).execute()
    const shown = (account: keyof Sums | 'in_review') =>
      shards.reduce((total, row) => total + BigInt(row[account]), 0n)
    for (const account of ['promised', 'held', 'released', 'refunded'] as const) {
      if (account !== 'promised') expect(sums[account]).toBeGreaterThanOrEqual(0n)
      expect(shown(account)).toBe(sums[account])
    }
    const underReview = work.filter(
      row => row.token === token && (row.status === 'in-review' || row.status === 'disputed'),
    )
    expect(shown('in_review')).toBe(underReview.reduce((sum, { amount }) => sum + toLedger(amount), 0n))
  }
  const isBack = (id: string) => id.startsWith('reclaim:')
  const releases = entries.filter(one => one.account === 'released' && !isBack(one.transfer_id))
  expect(new Set(releases.map(({ quest_id, party }) => `${quest_id} ${party}`)).size).toBe(releases.length)
  expect(work.filter(({ status }) => status === 'released').length).toBe(releases.length)
  return heldOf
}

async function requireSoundQuests(
  db: Db,
  work: readonly AssignmentRow[],
  heldOf: ReadonlyMap<string, bigint>,
): Promise<void> {
  // Members of a team have their part of a place, and no place.
  const places = work.filter(({ team_of }) => team_of === null)
  const byQuest = Map.groupBy(places, ({ quest_id }) => quest_id)
  for (const row of await db.selectFrom('quests').selectAll().execute()) {
    const left = row.max_farmers - row.released - row.refunded
    const held = heldOf.get(row.id)
    // On chain nothing is promised before it is paid in.
    if (held !== undefined || row.rail === 'ledger') expect(held, row.id).toBe(heldFor(row, left))
    if (row.rail === 'ledger' && (row.status === 'completed' || row.status === 'cancelled'))
      expect(left).toBe(0)
    const count = (status: AssignmentRow['status']) =>
      byQuest.get(row.id)?.filter(part => part.status === status).length ?? 0
    const live = count('accepted') + count('in-review') + count('disputed')
    expect(row).toMatchObject({
      accepted: count('accepted'),
      in_review: count('in-review'),
      disputed: count('disputed'),
      released: count('released'),
      refunded: count('refunded') + row.returned,
      taken: live + count('released') + count('refunded'),
    })
    expect(row.taken).toBeLessThanOrEqual(row.max_farmers)
    const events = await db
      .selectFrom('quest_events')
      .select('number')
      .where('quest_id', '=', row.id)
      .orderBy('number')
      .execute()
    expect(events.map(({ number }) => number)).toEqual(Array.from({ length: row.events }, (_, i) => i + 1))
  }
}

function heldFor({ amount, promised_off, released_off, refunded_off }: QuestRow, places: number): bigint {
  const off = BigInt(promised_off ?? 0) - BigInt(released_off ?? 0) - BigInt(refunded_off ?? 0)
  return toLedger(amount) * BigInt(places) + off
}

async function requireSoundScores(db: Db): Promise<void> {
  const sum = sql<number>`cast(sum(points) as integer)`.as('points')
  const by = ['address', 'role'] as const
  const points = await db
    .selectFrom('score_events')
    .select([...by, sum])
    .groupBy(by)
    .execute()
  const scores = await db
    .selectFrom('season_scores')
    .select([...by, sum])
    .groupBy(by)
    .execute()
  const sorted = (rows: typeof points) => rows.map(row => `${row.address} ${row.role} ${row.points}`).sort()
  expect(sorted(points)).toEqual(sorted(scores))
}

/** Each entry of points has a sentence that tells its deed. */
async function requireKnownReasons(db: Db): Promise<void> {
  const rows = await db.selectFrom('score_events').select('reason').distinct().execute()
  expect(rows.filter(({ reason }) => readReason(reason) === undefined)).toEqual([])
}

/** The points of a token, and of a skill, are those of the quests that have it. */
async function requireSoundBoards(db: Db): Promise<void> {
  const boards = await db.selectFrom('filtered_scores').selectAll().execute()
  const events = await db
    .selectFrom('score_events as e')
    .innerJoin('quests as q', 'q.id', 'e.quest_id')
    .select(['e.address', 'e.role', 'e.points', 'q.token', 'q.skills'])
    .execute()
  const sums = new Map<string, number>()
  const add = (key: string, points: number) => sums.set(key, (sums.get(key) ?? 0) + points)
  for (const { address, role, points, token, skills } of events) {
    const symbol = token.toUpperCase()
    add(`${address} ${role}  ${symbol}`, points)
    for (const skill of new Set((JSON.parse(skills) as string[]).map(name => name.toLowerCase())))
      for (const which of ['', symbol]) add(`${address} ${role} ${skill} ${which}`, points)
  }
  const kept = new Map<string, number>()
  for (const { address, role, skill, token, points } of boards) {
    const key = `${address} ${role} ${skill} ${token}`
    kept.set(key, (kept.get(key) ?? 0) + points)
  }
  expect(kept).toEqual(sums)
}

async function requireSoundCounts(db: Db, work: readonly AssignmentRow[]): Promise<void> {
  const posted = await db.selectFrom('quests').select(['id', 'giver', 'companion_of']).execute()
  const quests = posted.filter(({ companion_of }) => companion_of === null)
  // However many add to a reward, it is one piece of work of its farmer, in the quest that they add to.
  const companions = new Set(posted.flatMap(({ id, companion_of }) => (companion_of === null ? [] : [id])))
  const reviews = await db.selectFrom('reviews').selectAll().execute()
  const counted = await db.selectFrom('address_counts').selectAll().execute()
  const people = new Set<Address>([
    ...quests.map(({ giver }) => giver),
    ...work.filter(isOver).map(({ giver }) => giver),
    ...work.map(({ farmer }) => farmer),
    ...reviews.map(({ reviewee }) => reviewee),
  ])
  // A farmer who only joined a guild has done nothing yet.
  const isSome = ({ address, ...counts }: (typeof counted)[number]) =>
    people.has(address) || Object.values(counts).some(count => count !== 0)
  const active = counted.filter(isSome)
  expect(active.map(({ address }) => address).toSorted()).toEqual([...people].toSorted())
  for (const row of active) {
    const { address } = row
    const farmed = work.filter(({ farmer, quest_id }) => farmer === address && !companions.has(quest_id))
    const given = work.filter(({ giver }) => giver === address)
    const paid = farmed.filter(({ status }) => status === 'released')
    const stars = (role: string) =>
      reviews.flatMap(review => (review.reviewee === address && review.role === role ? [review.rating] : []))
    const total = (ratings: readonly number[]) => ratings.reduce((sum, rating) => sum + rating, 0)
    const lost = (parts: readonly AssignmentRow[], outcome: string, by: readonly string[]) =>
      parts.filter(part => part.dispute_outcome === outcome && by.includes(part.disputed_by ?? '')).length
    expect(row).toEqual({
      address,
      posted: quests.filter(({ giver }) => giver === address).length,
      accepted: farmed.length,
      held: farmed.filter(({ status }) => status === 'accepted').length,
      completed: paid.filter(({ finished }) => finished === 1).length,
      givers: new Set(paid.map(({ giver }) => giver)).size,
      paid: given.filter(({ status }) => status === 'released').length,
      refunded: given.filter(({ status }) => status === 'refunded').length,
      lost_as_giver: lost(given, 'pay', ['giver']),
      lost_as_farmer: lost(farmed, 'refund', ['giver', 'code-host']),
      farmer_ratings: stars('farmer').length,
      farmer_stars: total(stars('farmer')),
      giver_ratings: stars('giver').length,
      giver_stars: total(stars('giver')),
      ...meansOf(reviews.filter(({ reviewee, counted }) => reviewee === address && counted === 1)),
      unproved: paid.filter(({ counted, finished }) => counted === 0 && finished === 1).length,
      unproved_paid: given.filter(({ status, counted }) => status === 'released' && counted === 0).length,
      settled: given.filter(({ payment }) => payment === 'paid').length,
    })
  }
}

function isOver({ status }: AssignmentRow): boolean {
  return status === 'released' || status === 'refunded'
}

async function requireSoundQuotas(db: Db): Promise<void> {
  const live = await db
    .selectFrom('quests')
    .select(['giver', sql<number>`cast(count(*) as integer)`.as('used')])
    .where('status', 'not in', ['completed', 'cancelled'])
    .groupBy('giver')
    .execute()
  const counted = await db.selectFrom('quotas').selectAll().where('kind', '=', 'live-quests').execute()
  const some = counted.filter(({ used }) => used !== 0)
  expect(new Map(some.map(({ address, used }) => [address, used]))).toEqual(
    new Map(live.map(({ giver, used }) => [giver, used])),
  )
}

/** Each reviewer counts once, with the mean of their ratings, in millionths. */
function meansOf(reviews: readonly { reviewer: Address; rating: number }[]) {
  const byReviewer = [...Map.groupBy(reviews, ({ reviewer }) => reviewer).values()]
  const means = byReviewer.map(own => {
    const stars = own.reduce((sum, { rating }) => sum + rating, 0)
    return Math.floor((stars * 1_000_000) / own.length)
  })
  return { reviewers: byReviewer.length, reviewer_means: means.reduce((sum, mean) => sum + mean, 0) }
}

async function requireSoundGuilds(db: Db): Promise<void> {
  const members = await db.selectFrom('profiles').select(['address', 'guild']).execute()
  const scores = await db.selectFrom('season_scores').selectAll().where('role', '=', 'farmer').execute()
  const [heads, points] = [new Map<string, number>(), new Map<string, number>()]
  const add = (sums: Map<string, number>, key: string, more: number) =>
    sums.set(key, (sums.get(key) ?? 0) + more)
  for (const { address, guild } of members) {
    if (guild === null) continue
    add(heads, guild, 1)
    for (const score of scores.filter(score => score.address === address))
      add(points, `${score.season} ${guild}`, score.points)
  }
  const isSome = ([, sum]: readonly [string, number]) => sum !== 0
  const guilds = (await db.selectFrom('guilds').selectAll().execute()).map(
    row => [row.guild, row.members] as const,
  )
  expect(new Map(guilds.filter(isSome))).toEqual(heads)
  const scored = (await db.selectFrom('guild_scores').selectAll().execute()).map(
    row => [`${row.season} ${row.guild}`, row.points] as const,
  )
  expect(new Map(scored.filter(isSome))).toEqual(new Map([...points].filter(isSome)))
}

async function requireSoundAmounts(db: Db, work: readonly AssignmentRow[]): Promise<void> {
  const sums = new Map<string, bigint>()
  const add = (key: string, amount: string) => sums.set(key, (sums.get(key) ?? 0n) + toLedger(amount))
  for (const { status, farmer, giver, token, amount, paid, counted } of work) {
    if (status !== 'released') continue
    const got = paid ?? amount
    for (const key of [`${farmer} farmer ${token}`, `${giver} giver ${token}`]) {
      add(key, got)
      add(`${key} unproved`, counted === 1 ? '0' : got)
    }
  }
  const rows = await db.selectFrom('address_amounts').selectAll().execute()
  const shown = rows.flatMap(row => {
    const key = `${row.address} ${row.role} ${row.token}`
    return [[key, BigInt(row.units)] as const, [`${key} unproved`, BigInt(row.unproved)] as const]
  })
  expect(new Map(shown)).toEqual(sums)
}
