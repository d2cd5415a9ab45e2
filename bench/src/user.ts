import { createFurrow, type Furrow } from '@furrow/sdk'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

export type User = { readonly address: string; readonly furrow: Furrow }

export async function createUser(baseUrl: string): Promise<User> {
  const account = privateKeyToAccount(generatePrivateKey())
  const furrow = createFurrow({ baseUrl })
  await furrow.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })
  return { address: account.address, furrow }
}
