import type { Db } from '@furrow/storage/db.ts'
import { jsonRows } from '@furrow/storage/json-rows.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'

type Pair = { readonly sender: Address; readonly recipient: Address }

export type Tie = {
  readonly blocked: boolean
  /** Whether the sender has written before, and whether the recipient has ever written back. */
  readonly wrote: boolean
  readonly wasAnswered: boolean
}

type Row = Pair & { blocked: number; wrote: number; answered: number }

/** In the order of the pairs. */
export async function readTies(db: Db, pairs: readonly Pair[]): Promise<Tie[]> {
  const when = (condition: ReturnType<typeof sql>) => sql`case when ${condition} is null then 0 else 1 end`
  const { rows } = await sql<Row>`
    select k.sender, k.recipient, ${when(sql`b.owner`)} as blocked, ${when(sql`w.sender`)} as wrote,
      ${when(sql`a.sender`)} as answered
    from ${jsonRows(db, 'k', ['sender', 'recipient'], pairs)}
    left join mail_blocks b on b.owner = k.recipient and b.sender = k.sender
    left join correspondents w on w.sender = k.sender and w.recipient = k.recipient
    left join correspondents a on a.sender = k.recipient and a.recipient = k.sender`.execute(db)
  const ties = new Map(
    rows.map(({ sender, recipient, blocked, wrote, answered }) => [
      `${sender} ${recipient}`,
      { blocked: blocked === 1, wrote: wrote === 1, wasAnswered: answered === 1 },
    ]),
  )
  return pairs.map(({ sender, recipient }) => ties.get(`${sender} ${recipient}`) as Tie)
}
