import { type Address, toAddress } from '../address.ts'
import type { Reader } from './reader.ts'

export type WalletConfig = {
  readonly platformWallet: Address | null
  readonly genesisCreator: Address | null
  readonly walletChains: ReadonlyMap<Address, number>
  /** The chain of accounts by passkey; null for none. */
  readonly passkeyChainId: number | null
}

/** The privileged wallets, and the chain of each smart wallet, which may be on several with different owners. */
export function readWallets(read: Reader, rpcUrls: ReadonlyMap<number, string>): WalletConfig {
  const walletChains = new Map<Address, number>()

  function take(name: string, given: string, needsChain = false): Address | null {
    const [, address, chain] = /^(0x[0-9a-fA-F]{40})(?:@(\d{1,15}))?$/.exec(given) ?? []
    if (address === undefined || (needsChain && chain === undefined)) {
      const form = needsChain
        ? '0x and 40 hex digits, @ and a chain id'
        : '0x and 40 hex digits; of a smart wallet, also @ and its chain id'
      read.problems.push(`${name} must be an Ethereum address (${form}); it is "${given}".`)
      return null
    }
    const wallet = toAddress(address)
    if (chain === undefined) return wallet
    if (!rpcUrls.has(Number(chain)))
      read.problems.push(`RPC_URLS must have the chain of "${given}" in ${name}.`)
    if ((walletChains.get(wallet) ?? Number(chain)) !== Number(chain))
      read.problems.push(`${name} names another chain of ${address} than another setting does.`)
    walletChains.set(wallet, Number(chain))
    return wallet
  }
  const one = (name: string) => {
    const given = read.text(name)
    return given === null ? null : take(name, given)
  }

  const [platformWallet, genesisCreator] = [one('PLATFORM_WALLET'), one('GENESIS_CREATOR')]
  for (const given of read.list('WALLET_CHAINS')) take('WALLET_CHAINS', given, true)
  return { platformWallet, genesisCreator, walletChains, passkeyChainId: readPasskeyChain(read, rpcUrls) }
}

function readPasskeyChain(read: Reader, rpcUrls: ReadonlyMap<number, string>): number | null {
  const given = read.text('PASSKEY_CHAIN_ID')
  if (given === null) return null
  if (!rpcUrls.has(Number(given)))
    read.problems.push(`PASSKEY_CHAIN_ID must be a chain of RPC_URLS; it is "${given}".`)
  return Number(given)
}
