import { fromUnits } from '@furrow/sdk/amount'
import type { NewProposal, ProposalPay } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import type { BallotRow, ProposalWorkRow } from '@furrow/storage/vote-tables.ts'
import { sql } from 'kysely'
import { type Address, checksum, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { isUnpaid } from '../../quests/payouts/due.ts'
import { requireKnownToken } from '../../quests/rails/ledger-rail/take-payment.ts'
import { toLedger } from '../../rules/ledger/amounts.ts'
import { findPlace } from './treasury.ts'

type Work = { readonly quest_id: string; readonly farmer: Address }
type Owed = Work & { readonly token: string; readonly amount: string }

type Frozen = {
  readonly chainId: number
  readonly treasury: Address
  readonly token: string
  readonly works: readonly { readonly questId: string; readonly farmer: Address; readonly amount: string }[]
}

/** One transaction is the payment of so many works of a farmer. */
const mostOfOne = 20

/**
 * The works that a proposal asks the treasury to pay, with their amounts and the treasury as they are now; null for none.
 * @throws BadRequestError where no treasury is named, or a work is not owed, or they are not of one token that is known there.
 */
export async function freezeWorks(context: Context, pay: NewProposal['pay']): Promise<Frozen | null> {
  if (pay === undefined) return null
  const { config, db } = context
  const works = pay.works.map(({ questId, farmer }) => ({ quest_id: questId, farmer: toAddress(farmer) }))
  requireFew(works)
  const place = await findPlace(db)
  if (place === null)
    throw new BadRequestError('The community has named no treasury on a chain that could pay.', {
      code: 'treasury-unknown',
    })
  const owed = await readOwed(db, works)
  const [first] = owed
  if (first === undefined) throw new Error('a proposal has works')
  if (owed.some(({ token }) => token !== first.token))
    throw new BadRequestError('The works of one proposal are in one token.', { code: 'vote-terms-invalid' })
  requireKnownToken(config.payments, first.token, place.chainId)
  return {
    chainId: place.chainId,
    treasury: place.address,
    token: first.token,
    works: owed.map(({ quest_id, farmer, amount }) => ({ questId: quest_id, farmer, amount })),
  }
}

function requireFew(works: readonly Work[]): void {
  if (new Set(works.map(({ quest_id, farmer }) => `${quest_id} ${farmer}`)).size < works.length)
    throw new BadRequestError('A work is named twice.', { code: 'vote-terms-invalid' })
  for (const [farmer, some] of Map.groupBy(works, ({ farmer }) => farmer))
    if (some.length > mostOfOne)
      throw new BadRequestError(
        `One proposal pays at most ${mostOfOne} works of a farmer; these are ${some.length} of ${checksum(farmer)}.`,
        { code: 'vote-terms-invalid' },
      )
}

async function readOwed(db: Db, works: readonly Work[]): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    select w.quest_id, w.farmer, w.token, coalesce(w.paid, w.amount) as amount
    from ${jsonRows(db, 'k', ['quest_id', 'farmer'], [...works])}
    ${joinEach(db, 'assignments', 'w', sql`w.quest_id = k.quest_id and w.farmer = k.farmer`)}
    ${joinEach(db, 'quests', 'q', sql`q.id = k.quest_id`)}
    where q.hidden_at is null and exists (select 1 from assignments o
      where o.quest_id = k.quest_id and o.farmer = k.farmer and ${isUnpaid})`.execute(db)
  return works.map(({ quest_id, farmer }) => {
    const found = rows.find(row => row.quest_id === quest_id && row.farmer === farmer)
    if (found !== undefined) return found
    throw new BadRequestError(
      `Nothing is owed to ${checksum(farmer)} for ${quest_id}: only released work in the ledger without a payment can be paid.`,
      { code: 'work-not-owed' },
    )
  })
}

export function toWorkRows(proposal: string, frozen: Frozen): ProposalWorkRow[] {
  const { chainId: chain_id, treasury: payer, token, works } = frozen
  return works.map(({ questId, farmer, amount }) => ({
    proposal_id: proposal,
    quest_id: questId,
    farmer,
    chain_id,
    payer,
    token,
    amount,
    also_paid: null,
  }))
}

export function payOf({ pay }: Pick<BallotRow, 'pay'>): Frozen | null {
  return pay === null ? null : JSON.parse(pay)
}

export function showPay(row: Pick<BallotRow, 'pay'>): ProposalPay | null {
  const frozen = payOf(row)
  if (frozen === null) return null
  const { chainId, treasury, token, works } = frozen
  return {
    chainId,
    treasury: checksum(treasury),
    token,
    sum: fromUnits(
      works.reduce((sum, { amount }) => sum + toLedger(amount), 0n),
      18,
    ),
    works: works.map(({ questId, farmer, amount }) => ({ questId, farmer: checksum(farmer), amount })),
  }
}
