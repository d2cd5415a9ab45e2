import { t } from '@lingui/core/macro'
import { WalletProblem } from '../../auth/wallets.ts'
import type { ChainFacts } from '../../service/chain-facts.ts'
import { isOnChain, type Node, toHex } from './node.ts'

/** Switches the wallet to the chain, and adds the chain to a wallet that does not know it. @throws the wallet's own errors. */
export async function changeNetwork(node: Node, chain: ChainFacts): Promise<void> {
  if (await isOnChain(node, chain.chainId)) return
  const change = () => node('wallet_switchEthereumChain', [{ chainId: toHex(chain.chainId) }])
  try {
    await change()
  } catch (error) {
    if (!isUnknownChain(error)) throw error
    await addChain(node, chain)
    // Some wallets add it and stay where they are.
    if (!(await isOnChain(node, chain.chainId))) await change()
  }
  if (!(await isOnChain(node, chain.chainId))) throw new WalletProblem(stillElsewhere(chain))
}

function stillElsewhere({ name }: ChainFacts): string {
  return t`Your wallet is still on another network. Change it there to ${name}.`
}

async function addChain(node: Node, { chainId, name, coin, rpc, explorer }: ChainFacts): Promise<void> {
  if (rpc === null)
    throw new WalletProblem(
      t`Your wallet does not know ${name}, and this service tells no public address of it. Add the network in your wallet, then come back.`,
    )
  await node('wallet_addEthereumChain', [
    {
      chainId: toHex(chainId),
      chainName: name,
      nativeCurrency: { name: coin, symbol: coin, decimals: 18 },
      rpcUrls: [rpc],
      ...(explorer !== null && { blockExplorerUrls: [explorer] }),
    },
  ])
}

/** 4902, which some wallets wrap into an error of their own. */
function isUnknownChain(error: unknown): boolean {
  const { code, data } = (error ?? {}) as { code?: number; data?: { originalError?: { code?: number } } }
  return code === 4902 || data?.originalError?.code === 4902
}
