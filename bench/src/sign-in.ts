import type { PrivateKeyAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import type { Asks } from './http.ts'
import { type Measured, measure } from './measure.ts'

/** A server's sign-in: getting a nonce, and handing in the signed message. */
export type Door<Ticket extends { readonly nonce: string }> = {
  askNonce(account: PrivateKeyAccount): Promise<Ticket>
  /** Gives the session's token. */
  verify(account: PrivateKeyAccount, ticket: Ticket, message: string, signature: string): Promise<string>
}

type Ticket = { readonly nonce: string; readonly nonceToken: string }

export function furrowDoor(client: Asks): Door<Ticket> {
  return {
    async askNonce({ address }) {
      const path = `/api/auth/nonce?address=${address}`
      return JSON.parse(await client.ask({ method: 'GET', path }))
    },
    async verify({ address }, { nonce, nonceToken }, message, signature) {
      const body = { address, signature, nonce, nonceToken, message }
      return JSON.parse(await client.ask({ method: 'POST', path: '/api/auth/verify', body })).token
    },
  }
}

/**
 * Whole sign-ins a second: the nonces are requested first, and handed in afterwards. The wallets sign in between, off the
 * clock, since in use they are other people's machines.
 */
export async function measureSignIn<T extends { readonly nonce: string }>(
  door: Door<T>,
  accounts: readonly PrivateKeyAccount[],
  lanes: number,
  seconds: number,
): Promise<Measured<string>> {
  const asked = await measure(
    lanes,
    seconds,
    accounts.map(account => async () => ({ account, ticket: await door.askNonce(account) })),
  )
  const signed = await Promise.all(
    asked.done.map(async ({ account, ticket }) => {
      const message = messageOf(account, ticket.nonce)
      return { account, ticket, message, signature: await account.signMessage({ message }) }
    }),
  )
  const { perSecond, done } = await measure(
    lanes,
    seconds,
    signed.map(
      ({ account, ticket, message, signature }) =>
        () =>
          door.verify(account, ticket, message, signature),
    ),
  )
  return { perSecond: 1 / (1 / asked.perSecond + 1 / perSecond), done }
}

export const domain = 'bench.example.org'

function messageOf({ address }: PrivateKeyAccount, nonce: string): string {
  return createSiweMessage({
    address,
    nonce,
    version: '1',
    chainId: 1,
    domain,
    uri: `https://${domain}`,
    issuedAt: new Date(),
  })
}
