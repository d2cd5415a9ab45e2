import type { BrowserContext } from 'playwright-core'
import type { TestChain } from '../../server/test/chain.ts'
import { createWallet, type Wallet } from '../../server/test/harness.ts'

/** A wallet in the browser: EIP-6963, with real signatures, and an owner who may decline. */
export type BrowserWallet = {
  /** The owner of its present account. */
  readonly owner: Wallet
  /** Declines every signature from now on. */
  decline(yes: boolean): void
  /** Its owner chooses another account. */
  switchTo(wallet: Wallet): Promise<void>
  /** The methods that it asked its owner to confirm, in order. */
  readonly asked: readonly string[]
  /** The chains that it was told to add. */
  readonly told: readonly object[]
  /** It is on Ethereum, and has never heard of any other chain. */
  forgetChains(): void
  /** It is on Ethereum, and knows its own chain too. */
  goElsewhere(): void
  /** It sends several calls at once from now on (EIP-5792). */
  sendTogether(): void
  /** It lets a paymaster pay its gas from now on (ERC-7677). */
  takePaymasters(): void
  /** The paymasters' answers to it. */
  readonly gas: readonly unknown[]
  /** It signs no typed data (EIP-712) from now on. */
  signNoData(): void
  /** It is locked, or disconnected: it has no account for the page any more. */
  lock(): Promise<void>
}

type Asked = { readonly method: string; readonly params?: readonly unknown[] }
type Answer =
  | { readonly result: unknown }
  | { readonly error: { code: number; message: string; data?: unknown } }

const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#7a4526"/></svg>')}`

/** Puts a wallet into every page of the context; with a chain, it sends transactions there. */
export async function addWallet(
  context: BrowserContext,
  owner: Wallet = createWallet(),
  chain?: TestChain,
): Promise<BrowserWallet> {
  let current = owner
  let declining = false
  let isHome = true
  let knows = true
  let together = false
  let takesPaymasters = false
  let signsData = true
  const asked: string[] = []
  const told: object[] = []
  const gas: unknown[] = []
  const bundles = new Map<string, readonly `0x${string}`[]>()

  /** Asks its owner; null for a yes. */
  function confirm(method: string): Answer | null {
    if (declining) return { error: { code: 4001, message: 'User rejected the request.' } }
    asked.push(method)
    return null
  }

  async function send({ to, data, value }: Record<'to' | 'data' | 'value', `0x${string}`>) {
    const { account } = current
    const transaction = { account, to, data, value: BigInt(value), chain: chain?.client.chain ?? null }
    return (await chain?.client.sendTransaction(transaction)) as `0x${string}`
  }

  async function askPaymaster({ url, context }: { url: string; context: object }): Promise<unknown> {
    const operation = { sender: current.address, nonce: '0x0', callData: '0x' }
    const chainId = `0x${chain?.chainId.toString(16)}`
    const params = [operation, '0x0000000071727De22E5E9d8BAf0edAc6f37da032', chainId, context]
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'pm_getPaymasterData', params }),
    })
    return response.json()
  }

  async function answer({ method, params = [] }: Asked): Promise<Answer> {
    const { account } = current
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return { result: [account.address] }
      case 'eth_chainId':
        return { result: chain && isHome ? `0x${chain.chainId.toString(16)}` : '0x1' }
      case 'wallet_switchEthereumChain':
        if (!knows) return { error: { code: 4902, message: 'Unrecognized chain ID.' } }
        isHome = true
        return confirm(method) ?? { result: null }
      case 'wallet_addEthereumChain':
        told.push(params[0] as object)
        knows = true
        return confirm(method) ?? { result: null }
      case 'personal_sign': {
        const [raw] = params as [`0x${string}`]
        return confirm(method) ?? { result: await account.signMessage({ message: { raw } }) }
      }
      case 'eth_signTypedData_v4': {
        if (!signsData) break
        const [, text] = params as [string, string]
        return confirm(method) ?? { result: await account.signTypedData(JSON.parse(text)) }
      }
      case 'eth_sendTransaction': {
        const [transaction] = params as [Record<'to' | 'data' | 'value', `0x${string}`>]
        return confirm(method) ?? { result: await send(transaction) }
      }
      case 'wallet_getCapabilities':
        if (!together) break
        return {
          result: {
            [`0x${chain?.chainId.toString(16)}`]: {
              atomic: { status: 'supported' },
              paymasterService: { supported: takesPaymasters },
            },
          },
        }
      case 'wallet_sendCalls': {
        const [{ calls, capabilities }] = params as [
          {
            calls: Parameters<typeof send>[0][]
            capabilities?: { paymasterService: { url: string; context: object } }
          },
        ]
        const refused = confirm(method)
        if (refused) return refused
        if (capabilities) gas.push(await askPaymaster(capabilities.paymasterService))
        const hashes: `0x${string}`[] = []
        for (const call of calls) hashes.push(await send(call))
        bundles.set(`bundle-${bundles.size}`, hashes)
        return { result: { id: `bundle-${bundles.size - 1}` } }
      }
      case 'wallet_getCallsStatus': {
        const hashes = bundles.get(String(params[0])) ?? []
        const receipts = await Promise.all(
          hashes.map(hash => chain?.client.getTransactionReceipt({ hash }).catch(() => null)),
        )
        if (receipts.includes(null)) return { result: { status: 100 } }
        return { result: { status: 200, receipts: hashes.map(transactionHash => ({ transactionHash })) } }
      }
    }
    if (method === 'eth_signTypedData_v4')
      return { error: { code: 4200, message: 'This wallet signs no data.' } }
    // A wallet passes every other question on to its node.
    if (chain) return askNode(chain, { method, params })
    return { error: { code: 4200, message: `This wallet does not do ${method}.` } }
  }

  async function tellAccounts(accounts: readonly string[]): Promise<void> {
    for (const page of context.pages())
      await page.evaluate(
        detail => window.dispatchEvent(new CustomEvent('test-wallet:accounts', { detail })),
        accounts,
      )
  }

  await context.exposeFunction('askTestWallet', answer)
  await context.addInitScript(announce, { icon })
  return {
    get owner() {
      return current
    },
    asked,
    told,
    gas,
    decline(yes) {
      declining = yes
    },
    forgetChains() {
      isHome = false
      knows = false
    },
    goElsewhere() {
      isHome = false
    },
    sendTogether() {
      together = true
    },
    takePaymasters() {
      together = true
      takesPaymasters = true
    },
    signNoData() {
      signsData = false
    },
    async switchTo(wallet) {
      current = wallet
      await tellAccounts([wallet.account.address])
    },
    lock: () => tellAccounts([]),
  }
}

async function askNode({ client }: TestChain, asked: Asked): Promise<Answer> {
  try {
    return { result: (await client.request(asked as never)) ?? null }
  } catch (error) {
    const {
      code = -32_000,
      message,
      data,
    } = (error as { cause?: object }).cause as {
      code?: number
      message: string
      data?: unknown
    }
    return { error: { code, message, ...(data !== undefined && { data }) } }
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
