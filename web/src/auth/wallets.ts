import { t } from '@lingui/core/macro'
import { createStore, type EIP1193Provider, type EIP6963ProviderDetail } from 'mipd'
import { useSyncExternalStore } from 'react'

export type Wallet = {
  readonly id: string
  readonly name: string
  /** A data URL; empty where the wallet has none. */
  readonly icon: string
  readonly provider: EIP1193Provider
}

/** Wallets announce themselves (EIP-6963); older ones only put themselves into the window. */
const announced = createStore()

export function useWallets(): readonly Wallet[] {
  const details = useSyncExternalStore(announced.subscribe, announced.getProviders)
  useSyncExternalStore(watchInjected, () => 'ethereum' in window)
  return toWallets(details)
}

/** Older wallets do not announce themselves, and some come into the window after the page has loaded. */
function watchInjected(tell: () => void): () => void {
  const timer = setInterval(tell, 500)
  addEventListener('ethereum#initialized', tell)
  return () => {
    clearInterval(timer)
    removeEventListener('ethereum#initialized', tell)
  }
}

export function listWallets(): readonly Wallet[] {
  return toWallets(announced.getProviders())
}

function toWallets(details: readonly EIP6963ProviderDetail[]): readonly Wallet[] {
  const wallets = details.map(({ info, provider }) => ({
    id: info.rdns,
    name: info.name,
    icon: info.icon.startsWith('data:image/') ? info.icon : '',
    provider,
  }))
  const { ethereum } = window as { ethereum?: EIP1193Provider }
  if (wallets.length > 0 || ethereum === undefined) return wallets
  return [{ id: 'injected', name: t`Browser wallet`, icon: '', provider: ethereum }]
}

/** A problem with a wallet that this page itself found, in a sentence for people. */
export class WalletProblem extends Error {}

/** A wallet's error, as a sentence. */
export function walletSentence(error: unknown): string {
  if (error instanceof WalletProblem) return error.message
  const { code, message } = (error ?? {}) as { code?: number; message?: string }
  if (code === 4001) return t`You declined in your wallet. Nothing happened.`
  if (code === -32_002) return t`Your wallet is asking already: open it and answer there.`
  if (code === 4100) return t`Your wallet does not let this site use the account.`
  return message ? t`Your wallet says: ${message}` : t`Your wallet did not answer.`
}

/** Asks which account to use. @throws the wallet's own errors. */
export async function askAccount({ provider }: Wallet): Promise<`0x${string}`> {
  const [account] = await provider.request({ method: 'eth_requestAccounts' })
  if (account === undefined) throw new WalletProblem(t`Your wallet says: it has no account.`)
  return account
}
