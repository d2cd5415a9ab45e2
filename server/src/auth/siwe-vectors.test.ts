import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toAddress } from '../address.ts'
import { createNonceToken } from '../auth/tokens.ts'
import { createFakeClock, startHarness } from '../test/harness.ts'
import { parseSignInMessage } from './sign-in-message.ts'

const folder = join(import.meta.dirname, '../../../../shared/vectors/siwe')
const absent = !existsSync(folder)
const why = absent ? `: skipped, the published vectors are not in ${folder}` : ''

function read<T>(file: string): [string, T][] {
  if (absent) return []
  return Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, T>)
}

type Fields = Record<string, unknown> & { resources?: string[] }
type Verification = Record<string, string> & { chainId: string; address: string; nonce: string }

/** The vectors give fields; what was signed is their text. */
function writeMessage(vector: Verification): string {
  const line = (label: string, value: string | undefined) =>
    value === undefined ? [] : [`${label}: ${value}`]
  return [
    `${vector.domain} wants you to sign in with your Ethereum account:`,
    vector.address,
    '',
    vector.statement,
    '',
    ...line('URI', vector.uri),
    ...line('Version', vector.version),
    ...line('Chain ID', vector.chainId),
    ...line('Nonce', vector.nonce),
    ...line('Issued At', vector.issuedAt),
    ...line('Expiration Time', vector.expirationTime),
    ...line('Not Before', vector.notBefore),
  ].join('\n')
}

/** The whole sign-in with the vector's message, at its time, for the domain that it binds to. */
async function verify(vector: Verification): Promise<number> {
  const { domain, address, matchNonce, domainBinding, signature, time } = vector
  const clock = createFakeClock(Date.parse(time ?? '2026-03-01T00:00:00Z'))
  const domains = [domainBinding ?? domain, 'tally.xyz'].join()
  const { send, context } = await startHarness({ clock, env: { SIWE_DOMAINS: domains } })
  const nonce = matchNonce ?? vector.nonce
  const nonceToken = createNonceToken(context, toAddress(address), nonce)
  const body = { address, signature, nonce, nonceToken, message: writeMessage(vector) }
  return (await send('POST', '/auth/verify', { body })).status
}

/** Vectors that a decision of ours contradicts, with the reason. */
const contradicted = new Map([
  ['address not EIP-55', 'an address is accepted in any letter case, as everywhere in the interface'],
])

describe(`the published vectors of EIP-4361${why}`, () => {
  test.skipIf(absent)('are all there', () => {
    expect(read('parsing_positive.json').length).toBeGreaterThan(15)
    expect(read('parsing_negative.json').length).toBeGreaterThan(25)
    expect(read('verification_positive.json').length).toBeGreaterThan(3)
    expect(read('verification_negative.json').length).toBeGreaterThan(9)
  })

  test.skipIf(absent)('that are messages are read, field by field', () => {
    // Absent is null there and undefined here.
    for (const [name, { message, fields }] of read<{ message: string; fields: Fields }>(
      'parsing_positive.json',
    ))
      for (const [field, value] of Object.entries(fields))
        expect(parseSignInMessage(message)[field as 'domain'] ?? null, `${name}: ${field}`).toEqual(value)
  })

  test.skipIf(absent)('that are no messages are refused with 400', () => {
    for (const [name, message] of read<string>('parsing_negative.json')) {
      const parse = () => parseSignInMessage(message)
      if (contradicted.has(name)) expect(parse, contradicted.get(name) as string).not.toThrow()
      else expect(parse, name).toThrow(expect.objectContaining({ statusCode: 400 }))
    }
  })

  test.skipIf(absent)('that verify sign in', async () => {
    for (const [name, vector] of read<Verification>('verification_positive.json'))
      expect(await verify(vector), name).toBe(200)
  })

  test.skipIf(absent)('that do not verify are refused', async () => {
    for (const [name, vector] of read<Verification>('verification_negative.json'))
      expect(await verify(vector), name).toBe(name.startsWith('invalid ') ? 400 : 401)
  })

  test.skipIf(absent)('of contract wallets are refused: no chain is asked', async () => {
    for (const [name, { message, signature }] of read<{ message: string; signature: string }>(
      'eip1271.json',
    )) {
      const { address, nonce } = parseSignInMessage(message)
      const { send, context } = await startHarness()
      const nonceToken = createNonceToken(context, toAddress(address), nonce)
      const body = { address, signature, nonce, nonceToken, message }
      expect((await send('POST', '/auth/verify', { body })).status, name).toBe(401)
    }
  })
})
