import type { Leaderboard } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { lockRows } from '@furrow/storage/locked.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Config } from '../../ground/config/config.ts'
import { noCounts } from './no-counts.ts'
import { showPoints } from './points.ts'
import { seasonAt } from './season.ts'

export type Score = { readonly season: number; readonly address: Address; readonly points: number }

export type Guilds = ReadonlyMap<Address, string | null>

/** Call it in a transaction that holds these people's counts. */
export async function readGuilds(trx: Db, people: readonly Address[]): Promise<Guilds> {
  if (people.length === 0) return new Map()
  const members = await trx
    .selectFrom('profiles')
    .select(['address', 'guild'])
    .where(isAmong(trx, 'address', people))
    .execute()
  return new Map(members.map(({ address, guild }) => [address, guild]))
}

/** A guild's score is the sum of its members' as farmers. */
export function scoreGuilds(writes: Writes, scored: readonly Score[], guildOf: Guilds): void {
  const sums = new Map<string, { season: number; guild: string; points: number }>()
  for (const { season, address, points } of scored) {
    const guild = guildOf.get(address)
    if (guild === undefined || guild === null) continue
    const before = sums.get(`${season} ${guild}`)?.points ?? 0
    sums.set(`${season} ${guild}`, { season, guild, points: before + points })
  }
  if (sums.size > 0) writes.add('guild_scores', ['season', 'guild'], ...sums.values())
}

/** An address's guild, fixed until the transaction ends. */
export async function holdGuild(trx: Db, address: Address): Promise<string | null> {
  const profile = trx.selectFrom('profiles').select(['address', 'guild']).where('address', '=', address)
  return (await lockRows(trx, profile).executeTakeFirst())?.guild ?? null
}

/** Until the transaction ends: a payment is counted either before a change of guild, or after it. */
export async function holdPoints(trx: Db, address: Address): Promise<void> {
  await writeTogether(trx, writes =>
    writes.insertNew('address_counts', ['address'], { address, ...noCounts }),
  )
  const counts = trx.selectFrom('address_counts').select('address').where('address', '=', address)
  await lockRows(trx, counts).execute()
}

export async function moveMember(
  trx: Db,
  config: Pick<Config, 'seasonStart' | 'seasonMs'>,
  now: number,
  { address, from, to }: { address: Address; from: string | null; to: string | null },
): Promise<void> {
  await holdPoints(trx, address)
  const seasons = Array.from({ length: seasonAt(config, now) }, (_, index) => index + 1)
  const scores = await trx
    .selectFrom('season_scores')
    .select(['season', 'points'])
    .where('season', 'in', seasons)
    .where('role', '=', 'farmer')
    .where('address', '=', address)
    .execute()
  await writeTogether(trx, writes => {
    for (const [guild, sign] of [[from, -1] as const, [to, 1] as const]) {
      if (guild === null) continue
      writes.add('guilds', ['guild'], { guild, members: sign })
      for (const { season, points } of scores)
        writes.add('guild_scores', ['season', 'guild'], { season, guild, points: sign * points })
    }
    writes.count('leaderboard')
  })
}

/** The best guilds of a season; those without points are above those that lost some. */
export async function readBestGuilds(db: Db, season: number, shown: number): Promise<Leaderboard['guilds']> {
  const scored = db
    .selectFrom('guild_scores as s')
    .innerJoin('guilds as g', 'g.guild', 's.guild')
    .select(['s.guild', 's.points', 'g.members'])
    .where('s.season', '=', season)
    .orderBy('s.points', 'desc')
    .orderBy('s.guild')
  const above = await scored.where('s.points', '>', 0).limit(shown).execute()
  const without =
    above.length === shown
      ? []
      : await db
          .selectFrom('guilds as g')
          .leftJoin('guild_scores as s', join =>
            join.onRef('s.guild', '=', 'g.guild').on('s.season', '=', season),
          )
          .select(({ eb }) => ['g.guild', eb.val(0).as('points'), 'g.members'])
          .where('g.members', '>', sql.lit(0))
          .where(({ or, eb }) => or([eb('s.points', 'is', null), eb('s.points', '=', 0)]))
          .orderBy('g.guild')
          .limit(shown - above.length)
          .execute()
  const room = shown - above.length - without.length
  const below = room === 0 ? [] : await scored.where('s.points', '<', 0).limit(room).execute()
  return [...above, ...without, ...below].map(({ guild, points, members }) => ({
    name: guild,
    score: showPoints(Number(points)),
    members,
  }))
}
