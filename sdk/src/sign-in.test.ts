import { createPublicClient, custom } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage, verifySiweMessage } from 'viem/siwe'
import { describe, expect, test, vi } from 'vitest'
import { createFurrow } from './client.ts'
import type { SignInOptions } from './sign-in.ts'
import { startServer } from './test/server.ts'

const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const nonce = 'abcdef0123456789abcdef0123456789'

/** A service that gives a nonce and accepts any signature. */
async function startAuth() {
  const server = await startServer(({ path }) =>
    path.startsWith('/api/auth/nonce')
      ? { body: { nonce, nonceToken: 'a token' } }
      : { body: { token: 'session' } },
  )
  return { ...server, furrow: createFurrow({ baseUrl: server.baseUrl }) }
}

const wallet = {
  account: { address: account.address.toLowerCase() },
  signMessage: ({ message }: { message: string }) => account.signMessage({ message }),
}

async function signedWith(options?: SignInOptions, chain?: { id: number }) {
  const { furrow, asked, baseUrl } = await startAuth()
  await furrow.signIn({ ...wallet, ...(chain && { chain }) }, options)
  const sent = JSON.parse(asked.at(-1)?.body ?? '')
  return { sent, fields: parseSiweMessage(sent.message), origin: new URL(baseUrl).origin }
}

describe('signIn', () => {
  test('sends back what it was given, signed, and keeps the token', async () => {
    const { furrow, asked } = await startAuth()
    expect(await furrow.signIn(wallet)).toBe('session')
    expect(furrow.token).toBe('session')
    expect(asked[0]).toMatchObject({ method: 'GET', path: `/api/auth/nonce?address=${account.address}` })
    const { message, signature, ...rest } = JSON.parse(asked[1]?.body ?? '')
    expect(rest).toEqual({ address: account.address, nonce, nonceToken: 'a token' })
    const client = createPublicClient({ transport: custom({ request: () => Promise.reject(new Error()) }) })
    expect(await verifySiweMessage(client, { message, signature, address: account.address, nonce })).toBe(
      true,
    )
  })

  test('says where the service is, where there is no page', async () => {
    const { fields, origin } = await signedWith()
    expect(fields).toMatchObject({
      address: account.address,
      domain: new URL(origin).host,
      uri: origin,
      version: '1',
      chainId: 1,
      nonce,
    })
    expect(fields.statement).toBeUndefined()
    expect(Math.abs(Date.now() - (fields.issuedAt?.getTime() ?? 0))).toBeLessThan(60_000)
  })

  test('says which page asks, in a browser', async () => {
    vi.stubGlobal('location', { host: 'app.example.org', origin: 'https://app.example.org' })
    try {
      expect((await signedWith()).fields).toMatchObject({
        domain: 'app.example.org',
        uri: 'https://app.example.org',
      })
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('says what it is told to say', async () => {
    const options = {
      domain: 'farm.example.org',
      uri: 'https://farm.example.org/in',
      statement: 'To the farm.',
      chainId: 8453,
    }
    expect((await signedWith(options, { id: 10 })).fields).toMatchObject(options)
  })

  test('says on which chain the wallet is', async () => {
    expect((await signedWith({}, { id: 10 })).fields.chainId).toBe(10)
  })

  test('leaves the wallet’s refusal as it is, and sends nothing', async () => {
    const { furrow, asked } = await startAuth()
    const refusal = Object.assign(new Error('no'), { code: 4001 })
    const signMessage = () => Promise.reject(refusal)
    await expect(furrow.signIn({ ...wallet, signMessage })).rejects.toBe(refusal)
    expect(asked).toHaveLength(1)
    expect(furrow.token).toBeNull()
  })

  test('needs an account', async () => {
    const { furrow, asked } = await startAuth()
    await expect(furrow.signIn({ signMessage: wallet.signMessage })).rejects.toThrow(TypeError)
    expect(asked).toEqual([])
  })

  test('keeps no token that it was not given', async () => {
    const { baseUrl } = await startServer(({ path }) =>
      path.startsWith('/api/auth/nonce')
        ? { body: { nonce, nonceToken: 'a token' } }
        : { status: 401, body: { error: 'The signature is wrong.' } },
    )
    const furrow = createFurrow({ baseUrl })
    await expect(furrow.signIn(wallet)).rejects.toMatchObject({
      status: 401,
      message: 'The signature is wrong.',
    })
    expect(furrow.token).toBeNull()
  })
})
