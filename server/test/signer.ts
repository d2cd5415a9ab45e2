import type { Wallet } from './harness.ts'

/** Signs as a wallet does, for the calls of the SDK that ask it to. */
export const signerOf = ({ account }: Pick<Wallet, 'account'>) => ({
  account,
  signMessage: ({ message }: { message: string }) => account.signMessage({ message }),
  signTypedData: (data: unknown) => account.signTypedData(data as never),
})
