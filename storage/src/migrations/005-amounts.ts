import { toUnits } from '@furrow/sdk/amount'
import { type Kysely, sql } from 'kysely'

type Group = {
  readonly address: string
  readonly token: string
  readonly amount: string
  readonly count: number
}

const peopleAtOnce = 500
const ledgerDecimals = 18

/** Sums earned and paid per person, and under review per token: exact, which SQL alone cannot do on both engines. */
export async function fillAmounts(db: Kysely<unknown>): Promise<void> {
  await fillTokens(db)
  await fillPeople(db, 'farmer')
  await fillPeople(db, 'giver')
}

async function fillTokens(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Group>`
    select token as address, token, amount, count(*) as count from assignments
    where status in ('in-review', 'disputed') group by token, amount`.execute(db)
  const inReview = sum(rows)
  const balances = await sql<{ token: string }>`select token from ledger_balances`.execute(db)
  for (const { token } of balances.rows)
    await sql`
      insert into ledger_sums (token, shard, promised, held, released, refunded, in_review)
      select token, 1, promised, held, released, refunded, ${String(inReview.get(`${token} ${token}`)?.units ?? 0n)}
      from ledger_balances where token = ${token}`.execute(db)
}

async function fillPeople(db: Kysely<unknown>, role: 'farmer' | 'giver'): Promise<void> {
  const column = sql.ref(role)
  for (let after = ''; ; ) {
    const people = await sql<{ address: string }>`
      select distinct ${column} as address from assignments where ${column} > ${after} and status = 'released'
      order by ${column} limit ${sql.lit(peopleAtOnce)}`.execute(db)
    const last = people.rows.at(-1)?.address
    if (last === undefined) return
    const { rows } = await sql<Group>`
      select ${column} as address, token, amount, count(*) as count from assignments
      where ${column} > ${after} and ${column} <= ${last} and status = 'released'
      group by ${column}, token, amount`.execute(db)
    for (const { address, token, units } of sum(rows).values())
      await sql`insert into address_amounts (address, role, token, units)
        values (${address}, ${role}, ${token}, ${String(units)})`.execute(db)
    after = last
  }
}

function sum(rows: readonly Group[]): Map<string, { address: string; token: string; units: bigint }> {
  const sums = new Map<string, { address: string; token: string; units: bigint }>()
  for (const { address, token, amount, count } of rows) {
    const before = sums.get(`${address} ${token}`)?.units ?? 0n
    const units = before + (toUnits(amount, ledgerDecimals) ?? 0n) * BigInt(count)
    sums.set(`${address} ${token}`, { address, token, units })
  }
  return sums
}
