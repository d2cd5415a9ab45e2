import { type EIP1193Provider, getAddress } from 'viem'
import type { Wallet } from './look.ts'

/** The wallet of this browser, with its owner's address. @throws Error where there is none, or its owner declines. */
export async function connect(): Promise<Wallet> {
  const { ethereum } = window as unknown as { ethereum?: EIP1193Provider }
  const provider = ethereum ?? (await announced())
  if (provider === undefined) throw new Error('There is no wallet in this browser.')
  const [me] = await provider.request({ method: 'eth_requestAccounts' })
  if (me === undefined) throw new Error('The wallet shows no account.')
  return { provider, me: getAddress(me) }
}

/** Wallets that announce themselves (EIP-6963); the first one is taken. */
async function announced(): Promise<EIP1193Provider | undefined> {
  return new Promise(resolve => {
    const take = (event: Event) => resolve((event as CustomEvent).detail.provider)
    window.addEventListener('eip6963:announceProvider', take, { once: true })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    setTimeout(() => resolve(undefined), 1_000)
  })
}
