import type { Chains } from '../../ground/clients/chains.ts'
import { codeAt } from '../../ground/clients/contract-calls.ts'
import { deployedAt } from '../../ground/clients/deployments.ts'
import { isForUndeployed, type WalletSignature, whyNotSigned } from '../../ground/clients/wallets.ts'
import { UnauthorizedError } from '../../ground/errors.ts'

/**
 * Whether the chain that took a signature is the one that says who owns a wallet of no known chain: anybody can make a wallet
 * anew on a chain where it is not, with its first owners. Every other chain where it has code has to take the signature
 * too, or to have had it later.
 * @throws UnauthorizedError where it may be another chain; UnavailableError where one cannot be asked.
 */
export async function requireRightChain(chains: Chains, taken: WalletSignature): Promise<void> {
  const { chainId, wallet, signature } = taken
  // No chain has such a wallet, which was looked at before.
  if (isForUndeployed(signature)) return
  const others = await Promise.all(
    chains.ids.flatMap(id => (id === chainId ? [] : refusingChain(chains, { ...taken, chainId: id }))),
  )
  const refusing = others.flatMap(id => id ?? [])
  if (refusing.length === 0) return
  const firsts = await Promise.all(
    [chainId, ...refusing].map(async id => [id, await deployedAt(chains, id, wallet)] as const),
  )
  if (firsts.some(([, at]) => at === null))
    throw new UnauthorizedError(
      `This smart wallet is on chain ${refusing.join(' and ')} too, which does not take the signature, and which came first cannot be told: who runs this service can name its chain (WALLET_CHAINS).`,
    )
  const order = (id: number) => chains.ids.indexOf(id)
  const [[first]] = firsts.toSorted(
    ([a, one], [b, other]) => Number(one) - Number(other) || order(a) - order(b),
  ) as [(typeof firsts)[number]]
  if (first !== chainId)
    throw new UnauthorizedError(
      `This smart wallet was on chain ${first} first, which does not take the signature: sign in through that chain.`,
    )
}

/** The chain where the wallet is and does not take the signature; null for any other. */
async function refusingChain(chains: Chains, question: WalletSignature): Promise<number | null> {
  if ((await codeAt(chains, question.chainId, question.wallet)) === '0x') return null
  return (await whyNotSigned(chains, question)) === null ? null : question.chainId
}
