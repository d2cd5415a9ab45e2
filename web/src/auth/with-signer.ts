import { FurrowError, type Signer } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { signerOf } from './message-signer.ts'
import type { Session } from './session.tsx'
import { listWallets, walletSentence } from './wallets.ts'

/** Has the wallet of the session sign; what goes wrong there is a sentence for people. */
export async function withSigner<T>(
  { address, walletId }: Session,
  act: (signer: Required<Signer>) => Promise<T>,
): Promise<T> {
  const wallet = listWallets().find(({ id }) => id === walletId)
  if (wallet === undefined || address === null)
    throw new Error(t`The wallet that you signed in with is not here any more. Sign in again.`)
  try {
    return await act(await signerOf(wallet, address as `0x${string}`))
  } catch (failure) {
    throw failure instanceof FurrowError ? failure : new Error(walletSentence(failure))
  }
}
