import { type Address, checksum } from '../address.ts'
import { type Deposit, escrowOf } from '../clients/escrow.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { EscrowRow } from '../db/escrow-tables.ts'
import { countChange } from '../db/revisions.ts'
import type { QuestRow } from '../db/tables.ts'
import { BadRequestError, UnavailableError } from '../errors.ts'
import { sendNotice } from '../mail/notices.ts'
import { bookPromise } from '../payouts/ledger.ts'
import { queueCall } from './outbox.ts'

type Planned = Pick<QuestRow, 'id' | 'giver' | 'amount' | 'token' | 'max_farmers'>

/**
 * What a new quest is to be funded with; null where promises are kept in the ledger.
 * @throws BadRequestError for a token that this service does not escrow, an amount of nothing, or one finer than the
 * token; UnavailableError where the token's decimals cannot be read.
 */
export async function planDeposit({ config, escrow }: Context, quest: Planned): Promise<EscrowRow | null> {
  if (escrow === null) return null
  const token = config.tokens.get(quest.token.toUpperCase())
  if (token === undefined)
    throw new BadRequestError(`rewardToken must be one of ${[...config.tokens.keys()].join(', ')}.`)
  const decimals = await escrow.readDecimals(token).catch(error => {
    throw new UnavailableError('The chain cannot be asked for this token right now.', { cause: error })
  })
  const amountEach = toBaseUnits(quest.amount, decimals)
  if (amountEach === null)
    throw new BadRequestError(`rewardAmount must have at most ${decimals} decimals, as ${quest.token} has.`)
  if (amountEach === 0n) throw new BadRequestError('rewardAmount must be more than 0.')
  return {
    quest_id: quest.id,
    escrow: escrowOf(quest.giver, quest.id),
    contract: escrow.id,
    token_address: token,
    decimals,
    amount_each: String(amountEach),
    slots: quest.max_farmers,
    status: 'unfunded',
    problem: null,
    refunded_places: 0,
  }
}

/**
 * Looks for the giver's deposit. Found at its confirmations, it funds the quest; found but too new, nothing changes yet.
 * @throws BadRequestError where there is none, or where it is not what the quest needs; UnavailableError where the
 * chain cannot be asked.
 */
export async function findDeposit(
  { db, escrow }: Context,
  questId: string,
): Promise<{ readonly deposit: Deposit | null }> {
  const row = await readEscrow(db, questId)
  if (row === undefined)
    throw new BadRequestError('The promise of this quest is kept in the ledger: there is nothing to fund.')
  if (escrow === null || escrow.id !== row.contract)
    throw new BadRequestError('This quest belongs to an escrow contract that this service no longer serves.')
  if (row.problem !== null) throw new BadRequestError(row.problem)
  if (row.status === 'funded') return { deposit: null }
  const key = row.escrow as `0x${string}`
  const unreachable = (error: unknown) => {
    throw new UnavailableError('The chain cannot be asked right now.', { cause: error })
  }
  const head = await escrow.readHead().catch(unreachable)
  if ((await escrow.readDeposit(key, head.number).catch(unreachable)) === null)
    throw new BadRequestError('There is no deposit for this quest on chain yet.')
  const final = head.number - BigInt(escrow.confirmations) + 1n
  return { deposit: final < 0n ? null : await escrow.readDeposit(key, final).catch(unreachable) }
}

/** Takes a confirmed deposit for a quest, in a transaction that has locked it; a wrong one is given back. */
export async function takeDeposit(
  trx: Db,
  context: Context,
  quest: QuestRow,
  deposit: Pick<Deposit, 'token' | 'amountEach' | 'slots'>,
): Promise<void> {
  const row = await readEscrow(trx, quest.id)
  if (row === undefined || row.status === 'funded' || row.problem !== null) return
  const problem = problemOf(row, deposit)
  await trx
    .updateTable('escrows')
    .set(problem === null ? { status: 'funded' } : { problem })
    .where('quest_id', '=', quest.id)
    .execute()
  await countChange(trx, 'quests', 'community_dao')
  if (problem === null) await bookPromise(trx, quest, context.clock.now())
  else await queueCall(trx, context, { kind: 'close', questId: quest.id })
  await sendNotice(trx, context, {
    to: [quest.giver],
    type: 'quest',
    what: problem === null ? 'Funded' : 'Not funded',
    quest,
    body: problem ?? 'The deposit arrived on chain. Farmers can take places now.',
  })
}

/** @throws BadRequestError where farmers would work for funds that are not there. */
export async function requireFunded(trx: Db, quest: QuestRow): Promise<void> {
  if (quest.rail === 'ledger') return
  const row = await readEscrow(trx, quest.id)
  if (row?.status !== 'funded')
    throw new BadRequestError('This quest is not funded yet: its giver has to pay into the escrow first.')
}

/** @throws BadRequestError where only the party's own wallet can do this, on chain. */
export function requireLedger(quest: QuestRow, who: string, call: string): void {
  if (quest.rail === 'chain')
    throw new BadRequestError(
      `The funds of this quest are on chain: ${who} calls ${call} of the escrow contract with a wallet.`,
    )
}

export async function readEscrow(db: Db, questId: string): Promise<EscrowRow | undefined> {
  return db.selectFrom('escrows').selectAll().where('quest_id', '=', questId).executeTakeFirst()
}

function problemOf(
  row: EscrowRow,
  { token, amountEach, slots }: Pick<Deposit, 'token' | 'amountEach' | 'slots'>,
) {
  const matches = token === row.token_address && String(amountEach) === row.amount_each && slots === row.slots
  if (matches) return null
  const say = (token: Address, each: string, places: number) =>
    `${each} of ${checksum(token)} for each of ${places} places`
  return `The deposit on chain is ${say(token, String(amountEach), slots)}; the quest needs ${say(row.token_address, row.amount_each, row.slots)}. It is given back: call refund with the wallet that paid it in, and post the quest again.`
}

/** `"1.5"` in the token's smallest unit; null where it has more decimals than the token. */
function toBaseUnits(amount: string, decimals: number): bigint | null {
  const [whole = '', fraction = ''] = amount.split('.')
  return fraction.length > decimals ? null : BigInt(whole + fraction.padEnd(decimals, '0'))
}
