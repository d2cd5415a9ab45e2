import { fromUnits, toUnits } from '@furrow/sdk/amount'
import type { Db } from '@furrow/storage/db.ts'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import { type Escrow, escrowOf } from '../../../ground/clients/escrow.ts'
import type { Context } from '../../../ground/context.ts'
import { BadRequestError, UnavailableError } from '../../../ground/errors.ts'
import type { DepositPlan } from '../../../rules/lifecycle/events/quest-events.ts'
import type { Planned } from '../rail.ts'
import { unservedSentence } from './unserved.ts'

/**
 * On the named chain, or in the first active contract with its token. @throws BadRequestError for what is not escrowed,
 * no amount, or one finer than the token; UnavailableError where its decimals cannot be read.
 */
export async function planDeposit(
  { escrows }: Context,
  quest: Planned,
  chainId: number | null,
): Promise<EscrowRow> {
  const { active } = escrows
  const own = chainId === null ? active : active.filter(escrow => escrow.chainId === chainId)
  if (own.length === 0)
    throw new BadRequestError(`chainId must be one of ${active.map(escrow => escrow.chainId).join(', ')}.`, {
      code: 'chain-unknown',
    })
  const escrow = own.find(({ tokens }) => tokens.has(quest.token.toUpperCase()))
  return planIn(own, escrow, quest)
}

async function planIn(
  choice: readonly Escrow[],
  escrow: Escrow | undefined,
  quest: Planned,
): Promise<EscrowRow> {
  const token = escrow?.tokens.get(quest.token.toUpperCase())
  if (escrow === undefined || token === undefined) {
    const known = new Set(choice.flatMap(({ tokens }) => [...tokens.keys()]))
    throw new BadRequestError(`rewardToken must be one of ${[...known].join(', ')}.`, {
      code: 'token-unknown',
    })
  }
  const unreachable = (error: unknown) => {
    throw new UnavailableError('The chain cannot be asked for this token right now.', {
      code: 'chain-unavailable',
      cause: error,
    })
  }
  const decimals = await escrow.readDecimals(token).catch(unreachable)
  const { version } = await escrow.readDeployed().catch(unreachable)
  const amountEach = toUnits(quest.amount, decimals)
  if (amountEach === null)
    throw new BadRequestError(`rewardAmount must have at most ${decimals} decimals, as ${quest.token} has.`, {
      code: 'amount-not-exact',
    })
  if (amountEach === 0n)
    throw new BadRequestError('rewardAmount must be more than 0.', { code: 'amount-too-small' })
  requireEnough(escrow, quest, decimals)
  await requireTaken(escrow, quest, { token, amountEach, decimals })
  return {
    quest_id: quest.id,
    escrow: escrowOf(quest.giver, quest.id),
    contract: escrow.id,
    token_address: token,
    decimals,
    amount_each: String(amountEach),
    slots: quest.max_farmers,
    version,
    splitter: null,
    ...unfunded,
  }
}

/** Each place costs the service gas, whatever it pays. */
function requireEnough(
  { chainId, leastRewards }: Escrow,
  { amount, token }: Planned,
  decimals: number,
): void {
  const symbol = token.toUpperCase()
  const least = leastRewards.get(symbol)
  if (least === undefined) return
  const parts = Math.max(decimals, 18)
  if ((toUnits(amount, parts) ?? 0n) < (toUnits(least, parts) ?? 0n))
    throw new BadRequestError(`rewardAmount must be at least ${least} ${symbol} on chain ${chainId}.`, {
      code: 'amount-too-small',
    })
}

/** The contract's owner may bound new deposits, from the third version on. */
async function requireTaken(
  escrow: Escrow,
  { max_farmers, token: symbol }: Planned,
  { token, amountEach, decimals }: Pick<DepositPlan, 'token' | 'amountEach' | 'decimals'>,
): Promise<void> {
  // Where the chain is away the giver's wallet learns of it before they pay in.
  const limit = await escrow.readLimit(token).catch(() => null)
  if (limit === null) return
  const { most, onlyListed } = limit
  if (most === null) {
    if (!onlyListed) return
    throw new BadRequestError(
      `The owner of the escrow contract takes no deposits in ${symbol.toUpperCase()}.`,
      { code: 'deposit-not-taken' },
    )
  }
  if (amountEach * BigInt(max_farmers) > most)
    throw new BadRequestError(
      `The owner of the escrow contract takes at most ${fromUnits(most, decimals)} ${symbol.toUpperCase()} for one quest, with all its places.`,
      { code: 'deposit-not-taken' },
    )
}

const unfunded = {
  status: 'unfunded',
  problem: null,
  contradiction: null,
  notice_ends_at: null,
  arbiter: null,
  attester: null,
  sponsor: null,
  prizes_account: null,
} as const

export async function readPlan(db: Db, questId: string): Promise<EscrowRow> {
  const row = await db
    .selectFrom('escrows')
    .selectAll()
    .where('quest_id', '=', questId)
    .executeTakeFirstOrThrow()
  return { ...row, ...unfunded }
}

/** @throws BadRequestError where there is a deposit already, however young: the contract cannot change it. */
export async function planAgain(context: Context, quest: Planned): Promise<DepositPlan> {
  const row = await readPlan(context.db, quest.id)
  const escrow = context.escrows.byId(row.contract)
  if (escrow === null) throw new BadRequestError(unservedSentence, { code: 'funds-unserved' })
  const { token_address: token, decimals, amount_each } = await planIn([escrow], escrow, quest)
  const deposit = await escrow
    .readHead()
    .then(({ number }) => escrow.readDeposit(row.escrow as `0x${string}`, number))
    .catch(error => {
      throw new UnavailableError('The chain cannot be asked right now.', {
        code: 'chain-unavailable',
        cause: error,
      })
    })
  if (deposit !== null)
    throw new BadRequestError(
      'The funds of this quest are on chain: its reward and its places are what was paid in, and the contract cannot change them.',
      { code: 'funds-fixed' },
    )
  return { token, decimals, amountEach: BigInt(amount_each) }
}
