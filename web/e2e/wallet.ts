import type { BrowserContext } from 'playwright-core'
import type { TestChain } from '../../server/src/test/chain.ts'
import { createWallet, type Wallet } from '../../server/src/test/harness.ts'

/** A wallet in the browser: EIP-6963, with real signatures, and somebody who may decline. */
export type BrowserWallet = {
  /** Whose account it has now. */
  readonly owner: Wallet
  /** Declines everything that it is asked to sign from now on. */
  decline(yes: boolean): void
  /** Its owner chooses another account. */
  switchTo(wallet: Wallet): Promise<void>
}

type Asked = { readonly method: string; readonly params?: readonly unknown[] }
type Answer = { readonly result: unknown } | { readonly error: { code: number; message: string } }

const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#7a4526"/></svg>')}`

/** Puts a wallet into every page of the context; with a chain, it sends transactions there. */
export async function addWallet(
  context: BrowserContext,
  owner: Wallet = createWallet(),
  chain?: TestChain,
): Promise<BrowserWallet> {
  let current = owner
  let declining = false

  async function answer({ method, params = [] }: Asked): Promise<Answer> {
    const { account } = current
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return { result: [account.address] }
      case 'eth_chainId':
        return { result: chain ? `0x${chain.chainId.toString(16)}` : '0x1' }
      case 'personal_sign': {
        if (declining) return { error: { code: 4001, message: 'User rejected the request.' } }
        const [raw] = params as [`0x${string}`]
        return { result: await account.signMessage({ message: { raw } }) }
      }
      case 'eth_sendTransaction': {
        if (declining) return { error: { code: 4001, message: 'User rejected the request.' } }
        const [{ to, data, value }] = params as [Record<'to' | 'data' | 'value', `0x${string}`>]
        const transaction = { account, to, data, value: BigInt(value), chain: chain?.client.chain ?? null }
        return { result: await chain?.client.sendTransaction(transaction) }
      }
      case 'eth_getTransactionReceipt': {
        const [hash] = params as [`0x${string}`]
        return { result: (await chain?.client.request({ method, params: [hash] } as never)) ?? null }
      }
      default:
        return { error: { code: 4200, message: `This wallet does not do ${method}.` } }
    }
  }

  await context.exposeFunction('askTestWallet', answer)
  await context.addInitScript(announce, { icon })
  return {
    get owner() {
      return current
    },
    decline(yes) {
      declining = yes
    },
    async switchTo(wallet) {
      current = wallet
      for (const page of context.pages())
        await page.evaluate(
          detail => window.dispatchEvent(new CustomEvent('test-wallet:accounts', { detail })),
          [wallet.account.address],
        )
    },
  }
}

/** Runs in the page, before everything else there. */
function announce({ icon }: { icon: string }): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const { askTestWallet } = window as unknown as { askTestWallet: (asked: unknown) => Promise<Answer> }
  const provider = {
    async request(asked: unknown) {
      const answer = await askTestWallet(asked)
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
      return answer.result
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
  window.addEventListener('test-wallet:accounts', event => {
    for (const listener of listeners.get('accountsChanged') ?? []) listener((event as CustomEvent).detail)
  })
  const info = {
    uuid: '3f1c0c1e-6d0c-4a3e-9a0e-5f3f0a1d2b4c',
    name: 'Barn Wallet',
    icon,
    rdns: 'org.example.barn',
  }
  const tell = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
