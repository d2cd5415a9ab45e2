import type { QuestQuery } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fewestDecided } from '../../people/profile/payer-record.ts'

type PayerFilter = Pick<QuestQuery, 'backing' | 'payer' | 'minPaidRate'>

const isFunded = sql<SqlBool>`(quests.rail = 'chain'
  and coalesce((select e.status from escrows e where e.quest_id = quests.id), 'unfunded') <> 'unfunded')`

function count(value: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select ${value} from address_counts c where c.address = quests.giver), 0)`
}

const paid = count(sql`c.paid`)
const settled = count(sql`c.settled`)
const decided = count(sql`c.paid + c.refunded`)
const proved = count(sql`c.paid - c.unproved_paid`)

/** Tests of a quest by the record of its giver: no index has them, so that they narrow lists that others order. */
export function payerTests({ backing, payer, minPaidRate }: PayerFilter): RawBuilder<SqlBool>[] {
  const tests: RawBuilder<SqlBool>[] = []
  if (backing === 'escrow') tests.push(isFunded)
  if (backing === 'shown') tests.push(sql`(not ${isFunded} and ${settled} > 0)`)
  if (backing === 'promise') tests.push(sql`(not ${isFunded} and ${settled} = 0)`)
  if (payer === 'new') tests.push(sql`${decided} < ${sql.lit(fewestDecided)}`)
  if (payer === 'proved') tests.push(sql`(${decided} >= ${sql.lit(fewestDecided)} and ${proved} > 0)`)
  if (minPaidRate !== undefined) {
    const least = thousandths(minPaidRate)
    tests.push(
      sql`(${decided} >= ${sql.lit(fewestDecided)} and ${paid} * 1000 >= ${sql.lit(least)} * ${decided})`,
    )
  }
  return tests
}

const slice = 1_000

const thousandths = (rate: string) => Math.round(Number(rate) * 1_000)

export type PayerFacts = {
  readonly funded: boolean
  readonly paid: number
  readonly settled: number
  readonly decided: number
  readonly proved: number
}

const nobody: PayerFacts = { funded: false, paid: 0, settled: 0, decided: 0, proved: 0 }

export async function readPayerFacts(db: Db, questId: string): Promise<PayerFacts> {
  const [facts = nobody] = await readAllPayerFacts(db, [questId])
  return facts
}

export async function readAllPayerFacts(db: Db, questIds: readonly string[]): Promise<PayerFacts[]> {
  const found: PayerFacts[] = []
  for (let from = 0; from < questIds.length; from += slice) {
    const rows = await db
      .selectFrom('quests')
      .leftJoin('address_counts as c', 'c.address', 'quests.giver')
      .leftJoin('escrows as e', 'e.quest_id', 'quests.id')
      .select(['quests.rail', 'e.status', 'c.paid', 'c.settled', 'c.refunded', 'c.unproved_paid'])
      .where(isAmong(db, 'quests.id', questIds.slice(from, from + slice)))
      .execute()
    for (const { rail, status, paid, settled, refunded, unproved_paid } of rows)
      found.push({
        funded: rail === 'chain' && (status ?? 'unfunded') !== 'unfunded',
        paid: paid ?? 0,
        settled: settled ?? 0,
        decided: (paid ?? 0) + (refunded ?? 0),
        proved: (paid ?? 0) - (unproved_paid ?? 0),
      })
  }
  return found
}

export function fitsPayer(facts: PayerFacts, { backing, payer, minPaidRate }: PayerFilter): boolean {
  const { funded, paid, settled, decided, proved } = facts
  const isKnown = decided >= fewestDecided
  const backed = funded ? 'escrow' : settled > 0 ? 'shown' : 'promise'
  return (
    (backing === undefined || backing === backed) &&
    (payer !== 'new' || !isKnown) &&
    (payer !== 'proved' || (isKnown && proved > 0)) &&
    (minPaidRate === undefined || (isKnown && paid * 1_000 >= thousandths(minPaidRate) * decided))
  )
}
