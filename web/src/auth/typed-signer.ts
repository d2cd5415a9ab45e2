import { FurrowError, type TypedSigner } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { sentenceOf } from '../service/sentence-of.ts'
import { sameAddress } from '../ui/address.ts'
import { askAccount, listWallets, WalletProblem, walletSentence } from './wallets.ts'

type Data = { domain: object; types: object; primaryType: string; message: object }

/** Signs typed data (EIP-712) with the account that is signed in here. @throws WalletProblem; the wallet's own errors. */
export async function typedSignerOf(walletId: string | null, address: string): Promise<TypedSigner> {
  const wallet = listWallets().find(({ id }) => id === walletId)
  if (wallet === undefined)
    throw new WalletProblem(t`Your wallet is not here. Open this page where you signed in.`)
  const account = await askAccount(wallet)
  if (!sameAddress(account, address)) throw new WalletProblem(t`Your wallet has another account chosen.`)
  return {
    account: { address: account },
    signTypedData: ({ domain, types, primaryType, message }: Data) =>
      wallet.provider.request({
        method: 'eth_signTypedData_v4',
        params: [account, JSON.stringify({ domain, types, primaryType, message })],
      } as never) as Promise<string>,
  }
}

/** The error of the service or the wallet, for people. */
export function signingSentence(failure: unknown): string {
  return failure instanceof FurrowError ? sentenceOf(failure) : walletSentence(failure)
}
