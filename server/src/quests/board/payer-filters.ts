import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fewestDecided } from '../../people/profile/payer-record.ts'
import type { QuestFilter } from './filters.ts'

const isFunded = sql<SqlBool>`(quests.rail = 'chain'
  and coalesce((select e.status from escrows e where e.quest_id = quests.id), 'unfunded') <> 'unfunded')`

/** A value of the giver's counts, which are found by their key. */
function count(value: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select ${value} from address_counts c where c.address = quests.giver), 0)`
}

const settled = count(sql`c.settled`)
const decided = count(sql`c.paid + c.refunded`)
const proved = count(sql`c.paid - c.unproved_paid`)

/** Tests of a quest by the record of its giver: no index has them, so that they narrow lists that others order. */
export function payerTests({ backing, payer, minPaidRate }: QuestFilter): RawBuilder<SqlBool>[] {
  const tests: RawBuilder<SqlBool>[] = []
  if (backing === 'escrow') tests.push(isFunded)
  if (backing === 'shown') tests.push(sql`(not ${isFunded} and ${settled} > 0)`)
  if (backing === 'promise') tests.push(sql`(not ${isFunded} and ${settled} = 0)`)
  if (payer === 'new') tests.push(sql`${decided} < ${sql.lit(fewestDecided)}`)
  if (payer === 'proved') tests.push(sql`(${decided} >= ${sql.lit(fewestDecided)} and ${proved} > 0)`)
  if (minPaidRate !== undefined) {
    // In thousandths, as rates are shown.
    const least = Math.round(Number(minPaidRate) * 1_000)
    tests.push(
      sql`(${decided} >= ${sql.lit(fewestDecided)} and ${count(sql`c.paid`)} * 1000 >= ${sql.lit(least)} * ${decided})`,
    )
  }
  return tests
}
