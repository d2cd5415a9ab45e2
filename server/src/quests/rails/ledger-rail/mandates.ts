import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import type { Address } from '../../../ground/address.ts'
import { hour } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import type { Transaction } from '../../../rules/lifecycle/quest.ts'
import { referenceOf } from '../../change/work-rows.ts'

/** The right of the community's treasury to pay a work in its giver's stead. */
export type Mandate = { readonly proposal: string; readonly payer: Address }

/** A ballot `b` passed, without a veto in time; by the clock alone, whichever version closed the ballot. */
const hasPassed = (now: number) => sql<boolean>`(b.pay is not null and b.winner = 0
  and b.closed_at is not null and b.closed_at + b.veto_hours * ${sql.lit(hour)} <= ${now}
  and coalesce(b.action_state, '') <> 'vetoed')`

type Work = { readonly quest_id: string; readonly farmer: Address }

export async function findMandates(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { quest_id, farmer }: Work,
  chainId: number,
): Promise<Mandate[]> {
  const { rows } = await sql<Mandate>`
    select w.proposal_id as proposal, w.payer from proposal_works w join ballots b on b.proposal_id = w.proposal_id
    where w.quest_id = ${quest_id} and w.farmer = ${farmer} and w.chain_id = ${chainId} and ${hasPassed(clock.now())}
    order by w.proposal_id`.execute(db)
  return rows
}

/** Works of a farmer that a transaction paid though another one counts: what it moved for them pays nothing else. */
export async function findPaidTwice(
  db: Db,
  { quest_id, farmer }: Work,
  transaction: Transaction,
): Promise<{ readonly payer: Address; readonly token: string; readonly amount: string }[]> {
  const { rows } = await sql<{ payer: Address; token: string; amount: string }>`
    select payer, token, amount from proposal_works
    where farmer = ${farmer} and also_paid = ${referenceOf(transaction)} and quest_id <> ${quest_id}`.execute(
    db,
  )
  return rows
}

/** The works among these that each of these wallets may pay on the chain, as `<quest> <wallet>`. */
export async function findMandated(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  farmer: Address,
  questIds: readonly string[],
  chainId: number,
): Promise<ReadonlySet<string>> {
  if (questIds.length === 0) return new Set()
  const { rows } = await sql<{ quest_id: string; payer: Address }>`
    select w.quest_id, w.payer from proposal_works w join ballots b on b.proposal_id = w.proposal_id
    where w.quest_id in (${sql.join(questIds)}) and w.farmer = ${farmer} and w.chain_id = ${chainId}
      and ${hasPassed(clock.now())}`.execute(db)
  return new Set(rows.map(({ quest_id, payer }) => `${quest_id} ${payer}`))
}
