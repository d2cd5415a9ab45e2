import type { Signer } from '@furrow/sdk'
import type { Wallet } from './wallets.ts'

/** Signs messages with an account of a wallet, on the wallet's current chain. */
export async function signerOf({ provider }: Wallet, address: `0x${string}`): Promise<Required<Signer>> {
  const chainId = Number(await provider.request({ method: 'eth_chainId' }).catch(() => '0x1'))
  return {
    account: { address },
    chain: { id: chainId },
    signMessage: ({ message }: { message: string }) =>
      provider.request({ method: 'personal_sign', params: [toHex(message), address] }),
  }
}

function toHex(text: string): `0x${string}` {
  return `0x${[...new TextEncoder().encode(text)].map(byte => byte.toString(16).padStart(2, '0')).join('')}`
}
