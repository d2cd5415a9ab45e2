import type { Address } from '../../ground/address.ts'
import type { Chains } from '../../ground/clients/chains.ts'
import { codeAt } from '../../ground/clients/contract-calls.ts'
import { deployedAt } from '../../ground/clients/deployments.ts'
import { isForUndeployed, type WalletSignature } from '../../ground/clients/wallets.ts'
import { second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Binding, ofAnother } from './bindings.ts'
import { requireRightChain } from './right-chain.ts'

export type OwnChain = {
  readonly chainId: number
  /** The chains asked when it was bound; null where that is unknown, and for a chain from the settings. */
  readonly asked: readonly number[] | null
  /** Whether the wallet had code there when it was bound, or at a later sign-in; null where an earlier version bound it. */
  readonly hadCode: boolean | null
  readonly at: number
  readonly isSet: boolean
}

/** null for a key, and for an address that never signed in. */
export async function readOwnChain(
  { config, db }: Pick<Context, 'config' | 'db'>,
  address: Address,
): Promise<OwnChain | null> {
  const named = config.walletChains.get(address)
  if (named !== undefined) return { chainId: named, asked: null, hadCode: true, at: 0, isSet: true }
  const row = await db
    .selectFrom('wallet_chains')
    .select(['chain_id', 'asked', 'had_code', 'at'])
    .where('address', '=', address)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    chainId: row.chain_id,
    asked: row.asked?.split(',').map(Number) ?? null,
    hadCode: row.had_code === null ? null : row.had_code > 0,
    at: row.at,
    isSet: false,
  }
}

/** Elsewhere a former owner could make it anew. @throws UnauthorizedError; UnavailableError where that is unknown. */
export async function requireOwnChain(
  context: Pick<Context, 'chains'>,
  own: OwnChain | null,
  question: WalletSignature,
): Promise<void> {
  if (own === null || own.chainId === question.chainId) return
  if (!(await mayBeWrong(context, own, question))) throw ofAnother(own)
}

/**
 * A wallet may be bound to a wrong chain: by an earlier version, before the right one was among RPC_URLS, or while it was
 * undeployed. Finding out takes many calls, which follow only after the signature was found good.
 */
async function mayBeWrong(
  { chains }: Pick<Context, 'chains'>,
  own: OwnChain,
  { chainId, wallet, signature }: WalletSignature,
): Promise<boolean> {
  if (own.isSet || isForUndeployed(signature) || !chains.has(own.chainId)) return false
  if (own.asked?.includes(chainId) !== true || own.hadCode !== true) return true
  return (await codeAt(chains, own.chainId, wallet)) === '0x'
}

/**
 * The binding to keep; null where it is kept. A chain bound while the wallet was deployed nowhere is asked about until
 * the wallet signs in with code there: a former owner could have made it anew.
 * @throws UnauthorizedError where another chain says who owns it; UnavailableError where one cannot be asked.
 */
export async function findBinding(
  { chains }: Pick<Context, 'chains'>,
  own: OwnChain | null,
  taken: WalletSignature,
): Promise<Binding | null> {
  const { chainId, wallet, signature } = taken
  const isBound = own?.chainId === chainId
  if (isBound && (own.hadCode === true || isForUndeployed(signature))) return null
  const wasAsked = own?.asked?.includes(chainId) === true
  const hadCode =
    own !== null && (isBound || wasAsked) ? (own.hadCode ?? (await hadCodeThen(chains, own, wallet))) : false
  // An unknown past lifts no binding, and is not relied on either.
  if (own?.hadCode === null && wasAsked && !isBound && hadCode !== false) throw ofAnother(own)
  if (!isBound || hadCode !== true) await requireRightChain(chains, taken)
  return {
    wallet,
    chainId,
    asked: chains.ids,
    hadCode: !isForUndeployed(signature),
    before: own?.chainId ?? null,
  }
}

/** null where the chain's node does not tell of the past. */
async function hadCodeThen(
  chains: Chains,
  { chainId, at }: OwnChain,
  wallet: Address,
): Promise<boolean | null> {
  if ((await codeAt(chains, chainId, wallet)) === '0x') return false
  const deployed = await deployedAt(chains, chainId, wallet)
  return deployed === null ? null : deployed * second <= at
}
