import { describe, expect, test } from 'vitest'
import { createWallet, startHarness } from '../../../test/harness.ts'
import { prepareSignIn } from '../../../test/sign-in.ts'
import { recoverSigner } from './signature.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const hex = (value: bigint) => value.toString(16).padStart(64, '0')

/** r, s and the recovery byte. */
function take(signature: string): [string, bigint, number] {
  return [
    signature.slice(2, 66),
    BigInt(`0x${signature.slice(66, 130)}`),
    Number(`0x${signature.slice(130)}`),
  ]
}

describe('POST /auth/verify', () => {
  test('takes a recovery byte that begins at 0, and hex in capitals', async () => {
    const harness = await startHarness()
    for (const change of [
      (signature: string) => `${signature.slice(0, 130)}0${take(signature)[2] - 27}`,
      (signature: string) => `0x${signature.slice(2).toUpperCase()}`,
    ]) {
      const body = await prepareSignIn(harness)
      const answer = await harness.send('POST', '/auth/verify', {
        body: { ...body, signature: change(body.signature) },
      })
      expect(answer).toMatchObject({ status: 200 })
    }
  })

  test('takes the compact form (EIP-2098) of both recovery bytes, and no other of 64 bytes', async () => {
    const harness = await startHarness()
    const seen = new Set<number>()
    while (seen.size < 2) {
      const body = await prepareSignIn(harness)
      const [r, s, v] = take(body.signature)
      const compact = (recovery: number) => `0x${r}${hex(s + (BigInt(recovery) << 255n))}`
      const verify = (signature: string) =>
        harness.send('POST', '/auth/verify', { body: { ...body, signature } })
      expect((await verify(compact(28 - v))).status).toBe(401)
      expect((await verify(compact(v - 27))).status).toBe(200)
      seen.add(v)
    }
  })

  test('refuses the second signature that anyone can make of a first one', async () => {
    const harness = await startHarness()
    const body = await prepareSignIn(harness)
    const [r, s, v] = take(body.signature)
    const signature = `0x${r}${hex(order - s)}${(v === 27 ? 28 : 27).toString(16)}`
    expect(await harness.send('POST', '/auth/verify', { body: { ...body, signature } })).toMatchObject({
      status: 401,
    })
  })

  test('refuses that one also where a chain could be asked about it, without asking', async () => {
    const harness = await startHarness({ env: { RPC_URLS: '1=http://127.0.0.1:9' } })
    const body = await prepareSignIn(harness)
    const [r, s, v] = take(body.signature)
    for (const last of [v === 27 ? '1c' : '1b', v === 27 ? '01' : '00']) {
      const signature = `0x${r}${hex(order - s)}${last}`
      const answer = await harness.send('POST', '/auth/verify', { body: { ...body, signature } })
      expect(answer).toMatchObject({ status: 401, body: { error: expect.stringContaining('high s') } })
    }
  })

  test('refuses whatever is no signature, without an error of its own', async () => {
    const harness = await startHarness()
    const body = await prepareSignIn(harness)
    const [r, s] = take(body.signature)
    const otherMessage = await createWallet().account.signMessage({ message: body.message })
    for (const signature of [
      '',
      '0x',
      'hello',
      body.signature.slice(2),
      body.signature.slice(0, -4),
      `${body.signature}00`,
      `${body.signature.slice(0, -1)}g`,
      `${body.signature}\n`,
      `0x${r}${hex(s)}1d`,
      `0x${r}${hex(s)}02`,
      `0x${r}${hex(s)}ff`,
      `0x${hex(0n)}${hex(s)}1b`,
      `0x${r}${hex(0n)}1b`,
      `0x${hex(order)}${hex(s)}1b`,
      `0x${'f'.repeat(128)}1b`,
      `0x${'0'.repeat(130)}`,
      `0x${'ab'.repeat(8_000)}`,
      otherMessage,
    ])
      expect(
        await harness.send('POST', '/auth/verify', { body: { ...body, signature } }),
        signature.slice(0, 140),
      ).toMatchObject({ status: 401, body: { error: expect.any(String) } })
    expect(await harness.send('POST', '/auth/verify', { body })).toMatchObject({ status: 200 })
  })

  test('refuses a signature of megabytes before it looks at it', async () => {
    const harness = await startHarness()
    const body = { ...(await prepareSignIn(harness)), signature: `0x${'ab'.repeat(50_000)}` }
    expect(await harness.send('POST', '/auth/verify', { body })).toMatchObject({ status: 400 })
  })
})

describe('recoverSigner', () => {
  test('agrees with the wallet for a hundred messages of any text', async () => {
    const { account, address } = createWallet()
    for (let count = 0; count < 100; count++) {
      const message = `${'ä🌾\n'.repeat(count)}${count}`
      expect(await recoverSigner(message, await account.signMessage({ message }))).toBe(address)
    }
  })
})
