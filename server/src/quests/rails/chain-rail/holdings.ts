import type { Db } from '@furrow/storage/db.ts'
import { sumUnits, unitsOf } from '@furrow/storage/units.ts'
import { sql } from 'kysely'
import type { Address } from '../../../ground/address.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { Figures, Sample } from '../../../ground/http/figures.ts'
import { unfinishedStatuses } from '../../../rules/lifecycle/quest.ts'
import { rarely } from './rarely.ts'

const mostTokens = 20
const units = 1e18

type Owed = { readonly token: Address; readonly symbol: string; readonly owed: string }

/** Both at the block that was last mirrored. */
export const holdingFigures: Figures = {
  gauges: {
    furrow_escrow_held_tokens: {
      help: 'What the escrow contract holds of a token.',
      labels: ['contract', 'token', 'symbol'],
    },
    furrow_escrow_owed_tokens: {
      help: 'What it owes: the places of funded quests that are neither paid nor refunded.',
      labels: ['contract', 'token', 'symbol'],
    },
  },
  read: rarely(({ db }, escrow) => compare(db, escrow)),
}

async function compare(db: Db, escrow: Escrow): Promise<readonly Sample[]> {
  const block = await readMirrored(db, escrow)
  if (block === null) return []
  const samples: Sample[] = []
  for (const { token, symbol, owed } of await readOwed(db, escrow)) {
    const labels = { contract: escrow.id, token, symbol }
    const held = await escrow.readHoldings(token, block)
    const whole = 10 ** (await escrow.readDecimals(token))
    samples.push({ name: 'furrow_escrow_held_tokens', labels, value: Number(held) / whole })
    samples.push({ name: 'furrow_escrow_owed_tokens', labels, value: Number(owed) / units })
  }
  return samples
}

async function readMirrored(db: Db, { id }: Escrow): Promise<bigint | null> {
  const seen = await db
    .selectFrom('escrow_contracts')
    .select('next_block')
    .where('contract', '=', id)
    .executeTakeFirst()
  return seen?.next_block == null ? null : BigInt(seen.next_block) - 1n
}

async function readOwed(db: Db, { id }: Escrow): Promise<readonly Owed[]> {
  const open = sql`quests.max_farmers - quests.released - quests.refunded`
  return db
    .selectFrom('quests')
    .innerJoin('escrows', 'escrows.quest_id', 'quests.id')
    .where(
      'quests.status',
      'in',
      unfinishedStatuses.map(status => sql.lit(status)),
    )
    .where('escrows.contract', '=', id)
    .where('escrows.status', '=', sql.lit('funded' as const))
    .select(({ fn }) => [
      'escrows.token_address as token',
      fn.min<string>('quests.token').as('symbol'),
      sumUnits(db, unitsOf(db, sql.ref('quests.amount'), open)).as('owed'),
    ])
    .groupBy('escrows.token_address')
    .orderBy('escrows.token_address')
    .limit(mostTokens)
    .execute()
}
