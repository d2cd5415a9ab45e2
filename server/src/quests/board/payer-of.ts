import type { Quest } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { type Payer, readPayer } from '../../people/profile/payer-record.ts'

export type OfGiver = Pick<QuestRow, 'giver' | 'repo_key'>
type ShownPayer = Required<Pick<Quest, 'giverRecord' | 'backing'>>

/** The giver as a payer, for each of some quests: joined when a quest is read, so that one record is in one place. */
export async function readPayersOf(
  db: Db,
  rows: readonly OfGiver[],
  known: ReadonlyMap<Address, Payer> = new Map(),
): Promise<(row: OfGiver, funding: Quest['funding']) => ShownPayer> {
  const givers = new Set(rows.map(({ giver }) => giver))
  const payerFor = async (giver: Address) => known.get(giver) ?? (await readPayer(db, giver))
  const [payers, writers] = await Promise.all([
    Promise.all([...givers].map(async giver => [giver, await payerFor(giver)] as const)),
    readWriters(db, rows),
  ])
  const payerOf = new Map(payers)
  return ({ giver, repo_key }, funding) => {
    const { record, settled } = payerOf.get(giver) as Payer
    const maintains = writers.has(`${repo_key} ${giver}`) ? true : null
    return { giverRecord: { ...record, maintains }, backing: backingOf(funding, settled) }
  }
}

export async function withPayer(db: Db, row: OfGiver, quest: Quest, payer?: Payer): Promise<Quest> {
  const payerOf = await readPayersOf(db, [row], new Map(payer && [[row.giver, payer]]))
  return { ...quest, ...payerOf(row, quest.funding) }
}

function backingOf({ rail, status }: Quest['funding'], settled: number): ShownPayer['backing'] {
  if (rail === 'chain' && status !== 'unfunded') return 'escrow'
  return settled > 0 ? 'shown' : 'promise'
}

/** Givers who were seen to be allowed to push to the repository; nothing is known of the others. */
async function readWriters(db: Db, rows: readonly OfGiver[]): Promise<ReadonlySet<string>> {
  const keys = new Set(
    rows.flatMap(({ giver, repo_key }) => (repo_key === null ? [] : `${repo_key} ${giver}`)),
  )
  if (keys.size === 0) return keys
  const asked = [...keys].map(key => {
    const at = key.lastIndexOf(' ')
    return { repo_key: key.slice(0, at), address: key.slice(at + 1) }
  })
  const { rows: found } = await sql<{ repo_key: string; address: Address }>`
    select w.repo_key, w.address from ${jsonRows(db, 'k', ['repo_key', 'address'], asked)}
    ${joinEach(db, 'bot_writers', 'w', sql`w.repo_key = k.repo_key and w.address = k.address`)}`.execute(db)
  return new Set(found.map(({ repo_key, address }) => `${repo_key} ${address}`))
}
