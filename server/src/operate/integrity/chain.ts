import type { PaymentState } from '@furrow/sdk/escrow-version'
import type { Db } from '@furrow/storage/db.ts'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import { walletOf } from '@furrow/storage/pseudonyms.ts'
import { streamRows } from '@furrow/storage/stream-rows.ts'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import pLimit from 'p-limit'
import type { Deposit, Escrow, Payment } from '../../ground/clients/escrow.ts'
import type { Found, Violation } from './law.ts'

const atOnce = 8
const shown = 5

type Work = Pick<AssignmentRow, 'quest_id' | 'farmer' | 'status' | 'reclaimed_at'> & Pick<EscrowRow, 'escrow'>

/** Whether the contract holds and paid the amounts in the database, as far as the service has seen the chain. */
export async function compareWithChain(db: Db, escrow: Escrow): Promise<Violation[]> {
  const seen = await db
    .selectFrom('escrow_contracts')
    .select('next_block')
    .where('contract', '=', escrow.id)
    .executeTakeFirst()
  const block = seen?.next_block == null ? null : BigInt(seen.next_block) - 1n
  if (block === null) return []
  const head = await escrow.readHead()
  const { final } = head
  // The service writes events one by one before it has seen a block to its end: the final block may say more.
  const moments = final > block ? [block, final] : [block]

  const escrows = db
    .selectFrom('escrows')
    .where('contract', '=', escrow.id)
    .where('escrows.status', '=', 'funded')
  const deposits = await findWrong(streamRows(db, 'escrows', escrows.selectAll()), row =>
    unlessSoon(moments, async at =>
      wrongDeposit(row, await escrow.readDeposit(row.escrow as `0x${string}`, at)),
    ),
  )
  const work = escrows
    .innerJoin('assignments', 'assignments.quest_id', 'escrows.quest_id')
    .select(['assignments.quest_id', 'assignments.status', 'reclaimed_at', 'escrow'])
    .select(walletOf('assignments.quest_id', 'assignments.farmer').as('farmer'))
  const payments = await findWrong(streamRows(db, 'work', work), row =>
    unlessSoon(moments, async at =>
      wrongPayment(row, await escrow.readPayment(row.escrow as `0x${string}`, row.farmer, at)),
    ),
  )
  return [
    ...violation('a quest whose deposit on chain is not what it is kept as', deposits),
    ...violation('work whose payment on chain is not what it is kept as', payments),
  ]
}

async function findWrong<R>(
  rows: AsyncIterable<readonly R[]>,
  look: (row: R) => Promise<Found | null>,
): Promise<Found[]> {
  const limit = pLimit(atOnce)
  const wrong: Found[] = []
  for await (const some of rows) {
    const found = await Promise.all(some.map(row => limit(() => look(row))))
    wrong.push(...found.flatMap(one => one ?? []))
  }
  return wrong
}

/** Reports only faults that show at all of these moments. */
async function unlessSoon(
  moments: readonly bigint[],
  look: (at: bigint) => Promise<Found | null>,
): Promise<Found | null> {
  let wrong: Found | null = null
  for (const at of moments) {
    wrong = await look(at)
    if (wrong === null) return null
  }
  return wrong
}

function wrongDeposit(row: EscrowRow, deposit: Deposit | null): Found | null {
  const expected = `${row.slots} places of ${row.amount_each} of ${row.token_address}`
  const found =
    deposit === null ? 'nothing' : `${deposit.slots} places of ${deposit.amountEach} of ${deposit.token}`
  return found === expected ? null : { what: row.quest_id, expected, found }
}

function wrongPayment(work: Work, { state }: Payment): Found | null {
  const { quest_id, farmer, status } = work
  const fits = endsOf(work)?.includes(state) ?? !(state === 'released' || state === 'refunded')
  return fits ? null : { what: `${quest_id} ${farmer}`, expected: status, found: state }
}

/** The contract's possible states for work that is over; null for other work. */
function endsOf({ status, reclaimed_at }: Work): readonly PaymentState[] | null {
  // Part of a decided payment may wait for its receiver.
  if (status === 'released') return reclaimed_at === null ? ['released', 'split', 'unpaid'] : ['refunded']
  // Farmers who handed work in for a free place that was taken back are refunded without having been proposed.
  return status === 'refunded' ? ['refunded', 'unpaid', 'none'] : null
}

function violation(says: string, found: readonly Found[]): Violation[] {
  return found.length === 0
    ? []
    : [{ kind: 'chain', says, count: found.length, first: found.slice(0, shown) }]
}
