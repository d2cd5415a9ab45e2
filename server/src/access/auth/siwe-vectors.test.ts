import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anvilPath } from '@furrow/contracts/testing'
import { ownedWalletAbi, ownedWalletBytecode } from '@furrow/contracts/testing/identity'
import { type Hex, hashMessage, pad, recoverAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { startBareChain } from '../../../test/ens.ts'
import { createFakeClock, type Harness, startHarness } from '../../../test/harness.ts'
import { type Address, toAddress } from '../../ground/address.ts'
import { parseSignInMessage } from './sign-in-message.ts'
import { createNonceToken } from './tokens.ts'

const folder = join(import.meta.dirname, '../../../../../shared/vectors/siwe')
const absent = !existsSync(folder)
const why = absent ? `: skipped, the published vectors are not in ${folder}` : ''
const whyNoChain = anvilPath === null ? ' (skipped: there is no anvil)' : ''

type Fields = Record<string, unknown> & { resources?: string[] }
type Verification = Record<string, string> & { chainId: string; address: string; nonce: string }

function read<T>(file: string): [string, T][] {
  // A missing file still has one test, which reports the skip.
  if (absent) return [['(absent)', {} as T]]
  return Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, T>)
}

const files = {
  positive: read<{ message: string; fields: Fields }>('parsing_positive.json'),
  negative: read<string>('parsing_negative.json'),
  objects: read<Fields>('parsing_negative_objects.json'),
  verifying: read<Verification>('verification_positive.json'),
  failing: read<Verification>('verification_negative.json'),
  wallets: read<{ message: string; signature: Hex }>('eip1271.json'),
}

/** The vectors give fields; the signature is over their text. A missing field has no line. */
function writeMessage(vector: Fields): string {
  const line = (label: string, value: unknown) => (value === undefined ? [] : [`${label}: ${value}`])
  return [
    `${vector.domain ?? ''} wants you to sign in with your Ethereum account:`,
    ...(vector.address === undefined ? [] : [vector.address]),
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
    ...line('Request ID', vector.requestId),
    ...(vector.resources === undefined
      ? []
      : ['Resources:', ...vector.resources.map(resource => `- ${resource}`)]),
  ].join('\n')
}

async function send(
  { context, send }: Harness,
  request: { address: string; signature: string; nonce: string; message: string },
): Promise<number> {
  const nonceToken = createNonceToken(context, toAddress(request.address), request.nonce)
  return (await send('POST', '/auth/verify', { body: { ...request, nonceToken } })).status
}

/** A whole sign-in with the vector's message, at its time, for the domain it binds to. */
async function verify(vector: Verification): Promise<number> {
  const { domain, address, matchNonce, domainBinding, signature = '', time } = vector
  const clock = createFakeClock(Date.parse(time ?? '2026-03-01T00:00:00Z'))
  // The URI of one vector is of the domain above its own.
  const domains = [domainBinding ?? domain, 'tally.xyz'].join()
  const harness = await startHarness({ clock, env: { SIWE_DOMAINS: domains } })
  return send(harness, {
    address,
    signature,
    nonce: matchNonce ?? vector.nonce,
    message: writeMessage(vector),
  })
}

const refused = expect.objectContaining({ statusCode: 400 })

/** Vectors contradicted by a decision of ours, with the reason. A wrong mixed case is refused, as they ask. */
const contradicted: Readonly<Record<string, string>> = {
  'address not EIP-55':
    'taken: an address in lower case has no checksum to be wrong, and every part of the interface takes any case',
}
const negative = files.negative.map(([name, message]) => ({
  name,
  message,
  reason: contradicted[name] ?? '',
}))

describe.skipIf(absent)(`the published vectors of EIP-4361${why}`, () => {
  test('are 82', () => expect(Object.values(files).flat()).toHaveLength(82))

  test.each(files.positive)('parsing_positive: %s', (_name, { message, fields }) => {
    const parsed = parseSignInMessage(message)
    for (const [field, value] of Object.entries(fields))
      expect(parsed[field as 'domain'] ?? null, field).toEqual(value)
  })

  test.each(negative)('parsing_negative: $name $reason', ({ message, reason }) => {
    const parse = () => parseSignInMessage(message)
    if (reason === '') expect(parse).toThrow(refused)
    else expect(parse).not.toThrow()
  })

  test.each(files.objects)('parsing_negative_objects: %s', (_name, fields) => {
    expect(() => parseSignInMessage(writeMessage(fields))).toThrow(refused)
  })

  test.each(files.verifying)('verification_positive: %s', async (_name, vector) => {
    expect(await verify(vector)).toBe(200)
  })

  test.each(files.failing)('verification_negative: %s', async (name, vector) => {
    // The signature is checked first: one invalid message has a signature of another text.
    expect(await verify(vector)).toBe(/^invalid (?!issuedAt)/.test(name) ? 400 : 401)
  })

  // The two wallets are on Ethereum's mainnet, which no test calls: a contract with the same owner rule stands in at
  // their address.
  test.skipIf(anvilPath === null).each(files.wallets)(
    `eip1271: %s${whyNoChain}`,
    async (_name, { message, signature }) => {
      const { address, nonce } = parseSignInMessage(message)
      const chain = await startWallet(toAddress(address), message, signature)
      const harness = await startHarness({ env: { RPC_URLS: `1=${chain}` } })
      const changed = `${signature.slice(0, 20)}${signature[20] === '0' ? '1' : '0'}${signature.slice(21)}`
      expect(await send(harness, { address, signature: changed, nonce, message })).toBe(401)
      expect(await send(harness, { address, signature, nonce, message })).toBe(200)
      const keyless = await startHarness()
      expect(await send(keyless, { address, signature, nonce, message })).toBe(401)
    },
  )
})

/** A chain with a contract wallet at that address, owned by the signature's key. */
async function startWallet(address: Address, message: string, signature: Hex): Promise<string> {
  const { anvil, deploy } = await startBareChain(1)
  const model = await deploy({ abi: [...ownedWalletAbi], bytecode: ownedWalletBytecode })
  const bytecode = (await anvil.client.getCode({ address: model })) ?? '0x'
  await anvil.client.setCode({ address, bytecode })
  const key = `0x${signature.slice(2, 132)}` as const
  const owner = await recoverAddress({ hash: hashMessage(message), signature: key })
  await anvil.client.setStorageAt({ address, index: 0, value: pad(owner) })
  return anvil.rpcUrl
}
