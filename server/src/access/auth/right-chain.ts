import type { Chains } from '../../ground/clients/chains.ts'
import { codeAt } from '../../ground/clients/contract-calls.ts'
import { deployedAt } from '../../ground/clients/deployments.ts'
import { isForUndeployed, type WalletSignature, whyNotSigned } from '../../ground/clients/wallets.ts'
import { UnauthorizedError } from '../../ground/errors.ts'

/**
 * Anybody can make a wallet anew, with its first owners, on a chain where it is not: each other chain where it has code
 * must accept the signature too, or have got the code later.
 * @throws UnauthorizedError where it may be another chain; UnavailableError where one cannot be asked.
 */
export async function requireRightChain(chains: Chains, taken: WalletSignature): Promise<void> {
  const { chainId, wallet, signature } = taken
  // An earlier check has shown that no chain has such a wallet.
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
      { code: 'wrong-chain' },
    )
  const order = (id: number) => chains.ids.indexOf(id)
  const [[first]] = firsts.toSorted(
    ([a, one], [b, other]) => Number(one) - Number(other) || order(a) - order(b),
  ) as [(typeof firsts)[number]]
  if (first !== chainId)
    throw new UnauthorizedError(
      `This smart wallet was on chain ${first} first, which does not take the signature: sign in through that chain.`,
      { code: 'wrong-chain' },
    )
}

/** The chain, if the wallet has code there and does not accept the signature; else null. */
async function refusingChain(chains: Chains, question: WalletSignature): Promise<number | null> {
  if ((await codeAt(chains, question.chainId, question.wallet)) === '0x') return null
  return (await whyNotSigned(chains, question)) === null ? null : question.chainId
}
