import type { EscrowTransaction, Funding, HoldReason } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Address } from '../../ground/address.ts'
import type { Sight } from '../../ground/clients/payments.ts'
import type { Context } from '../../ground/context.ts'
import type { Sent } from '../../rules/lifecycle/commands/sent.ts'
import type { DepositPlan } from '../../rules/lifecycle/events/quest-events.ts'

/** Rails differ here in how things are done; in what may happen they differ in `lifecycle/custody.ts`. */
export type Rail = {
  /** null where the promise is enough. @throws BadRequestError for an unpayable one; UnavailableError if unknown. */
  plan(context: Context, quest: Planned, chainId: number | null): Promise<EscrowRow | null>
  /** As `plan`, for a posted quest. @throws BadRequestError also where it was paid in already. */
  planAgain(context: Context, quest: Planned): Promise<DepositPlan | null>
  readPlan(db: Db, questId: string): Promise<EscrowRow | null>
  /** @throws BadRequestError where there is no such payment, or a wrong one; UnavailableError where nobody can look. */
  fund(context: Context, caller: Address, quest: QuestRow): Promise<void>
  /** @throws BadRequestError where it is no payment of the released work; UnavailableError where nobody can look. */
  takePayment(
    context: Context,
    caller: Address,
    quest: QuestRow,
    shown: ShownTransaction,
    use: KeyUse | null,
  ): Promise<void>
  readHolds(service: Service, questIds: readonly string[]): Promise<Holds>
  show(service: Service, questIds: readonly string[]): Promise<ReadonlyMap<string, ShownFunds>>
  showNew(planned: EscrowRow | null): ShownFunds
  /** Past and pending transactions of a quest; null where nobody could look. */
  readTransactions(db: Db, questId: string): Promise<readonly EscrowTransaction[] | null>
}

export type Service = Pick<Context, 'db' | 'escrows'>

export type Planned = Pick<QuestRow, 'id' | 'giver' | 'amount' | 'token' | 'max_farmers'>

export type ShownTransaction = Sent & {
  readonly farmer: Address
  readonly txHash: string
  readonly chainId: number | null
  /** Shared by several works that one transaction paid. */
  readonly look?: Look
  /** The passed proposal that it carries out: then anybody shows it, once a chain has it, and it is the treasury's. */
  readonly proposal?: string
}

export type Look = {
  readonly sight: Sight
  /** Counts it, the first time. @throws TooManyRequestsError */
  readonly spend: () => Promise<void>
}

export type ShownFunds = {
  /** Until all is paid or given back. */
  readonly status: Exclude<Funding['status'], 'settled'>
  readonly more: Partial<Funding>
}

/** By quest, and then by farmer. */
export type Holds = ReadonlyMap<string, ReadonlyMap<Address, HoldReason>>
