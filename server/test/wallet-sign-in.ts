import type { Anvil } from '@furrow/contracts/testing'
import type { SignIn } from '@furrow/sdk/contract'
import { type Address, checksum } from '../src/ground/address.ts'
import { type Deploy, startBareChain } from './ens.ts'
import { type Answer, type Harness, startHarness } from './harness.ts'
import { askNonce, type Fields, writeMessage } from './sign-in.ts'
import { startUnreliableRpc, type UnreliableRpc } from './unreliable-rpc.ts'

export type WalletChain = {
  readonly id: number
  readonly anvil: Anvil
  readonly deploy: Deploy
  readonly rpc: UnreliableRpc
}

export type WalletHarness = Harness & {
  readonly harness: Harness
  readonly chains: readonly WalletChain[]
  verify(body: object): Promise<Answer>
  /** A sign-in of a contract, with any signature; through the first chain where it names none. */
  prepare(
    address: Address,
    sign: (message: string) => string | Promise<string>,
    chain?: number,
    fields?: Pick<Fields, 'statement' | 'resources'>,
  ): Promise<SignIn>
}

/** A service with these chains, each behind a proxy that can fail. */
export async function startWalletChains(
  ids: readonly [number, ...number[]],
  env: Readonly<Record<string, string>> = {},
): Promise<WalletHarness> {
  const chains: WalletChain[] = []
  for (const id of ids) {
    const { anvil, deploy } = await startBareChain(id)
    chains.push({ id, anvil, deploy, rpc: await startUnreliableRpc(anvil.rpcUrl) })
  }
  const urls = chains.map(({ id, rpc }) => `${id}=${rpc.url}`)
  const harness = await startHarness({ env: { RPC_URLS: urls.join(), ...env } })
  return {
    ...harness,
    harness,
    chains,
    verify: body => harness.send('POST', '/auth/verify', { body }),
    async prepare(address, sign, chain = ids[0], fields = {}) {
      const { nonce, nonceToken } = await askNonce(harness, address)
      const message = writeMessage({
        domain: 'app.example.org',
        address: checksum(address),
        uri: 'https://app.example.org/login',
        version: '1',
        chainId: String(chain),
        nonce,
        issuedAt: new Date(harness.clock.now()).toISOString(),
        ...fields,
      })
      return { address, nonce, nonceToken, message, signature: await sign(message) }
    },
  }
}
