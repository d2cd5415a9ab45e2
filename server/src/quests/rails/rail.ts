import type { EscrowTransaction, Funding, HoldReason } from '@furrow/sdk/contract'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import type { Db } from '../../ground/db/db.ts'
import type { EscrowRow } from '../../ground/db/escrow-tables.ts'
import type { QuestRow } from '../../ground/db/tables.ts'
import type { DepositPlan } from '../../rules/lifecycle/events/quest-events.ts'

/** The ways to keep a quest's funds differ in how things are done; in what may happen they differ in `lifecycle/custody.ts`. */
export type Rail = {
  /**
   * What a new quest is to be funded with, on the chain that its giver named, if any; null where its promise is enough.
   * @throws BadRequestError for a chain, an amount or a token that could not be paid; UnavailableError where that cannot be known now.
   */
  plan(context: Context, quest: Planned, chainId: number | null): Promise<EscrowRow | null>
  /**
   * The same of a quest that was posted, and shall have this reward and these places; as `plan`.
   * @throws BadRequestError also where it was paid in already.
   */
  planAgain(context: Context, quest: Planned): Promise<DepositPlan | null>
  /** That plan of a quest that was posted, as it was then. */
  readPlan(db: Db, questId: string): Promise<EscrowRow | null>
  /**
   * The giver says that he paid in.
   * @throws BadRequestError where there is no such payment, or a wrong one; UnavailableError where nobody can look.
   */
  fund(context: Context, caller: Address, quest: QuestRow): Promise<void>
  /**
   * The giver shows the transaction that he paid released work with.
   * @throws BadRequestError where it is no payment of it; UnavailableError where nobody can look.
   */
  takePayment(
    context: Context,
    caller: Address,
    quest: QuestRow,
    shown: ShownTransaction,
    use: KeyUse | null,
  ): Promise<void>
  /** Why money of these quests on this rail is not out yet, where the rail is the reason. */
  readHolds(service: Service, questIds: readonly string[]): Promise<Holds>
  /** What is shown of the funds of quests on this rail, by their ids. */
  show(service: Service, questIds: readonly string[]): Promise<ReadonlyMap<string, ShownFunds>>
  /** The same of a quest that was just posted. */
  showNew(planned: EscrowRow | null): ShownFunds
  /** What was done and is being done for a quest on this rail, by whatever is done there; null where nobody could look. */
  readTransactions(db: Db, questId: string): Promise<readonly EscrowTransaction[] | null>
}

/** What is read of the database is shown with what is served. */
export type Service = Pick<Context, 'db' | 'escrows'>

export type Planned = Pick<QuestRow, 'id' | 'giver' | 'amount' | 'token' | 'max_farmers'>

export type ShownTransaction = {
  readonly farmer: Address
  readonly txHash: string
  readonly chainId: number | null
}

export type ShownFunds = {
  /** Until all is paid or given back. */
  readonly status: Exclude<Funding['status'], 'settled'>
  readonly more: Partial<Funding>
}

/** By the quest, and then by the farmer. */
export type Holds = ReadonlyMap<string, ReadonlyMap<Address, HoldReason>>
