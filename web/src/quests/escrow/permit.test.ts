import { domainSeparator, encodeAbiParameters, type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Terms } from './escrow-call.ts'
import { NoPermitError, readPermitDomain, signPermit } from './permit.ts'

const [from, token, escrow] = ['a1', 'd0', 'c0'].map(byte => `0x${byte.repeat(20)}`) as [Hex, Hex, Hex]
const domain = { name: 'Dollar', version: '2', chainId: 8453, verifyingContract: token }
const terms = {
  token,
  escrow,
  total: 100n,
  amountEach: 50n,
  places: 2,
  quest: pad('0x1'),
  id: pad('0x2'),
} as Terms

const text = (words: string) => encodeAbiParameters([{ type: 'string' }], [words])
const standard = {
  code: '0x',
  /** name, version, DOMAIN_SEPARATOR, PERMIT_TYPEHASH and nonces; null refuses. */
  '0x06fdde03': text('Dollar') as string | null,
  '0x54fd4d50': text('2') as string | null,
  '0x3644e515': domainSeparator({ domain }) as string | null,
  '0x30adf81f': null as string | null,
  '0x7ecebe00': pad('0x7') as string | null,
  /** fundWithPermit. */
  fund: '0x' as string | null,
  signature: `0x${'11'.repeat(32)}${'22'.repeat(32)}1b`,
}

function startNode(change: Partial<typeof standard> = {}) {
  const rules: Record<string, string | null> = { ...standard, ...change }
  const signed: unknown[] = []
  const node = async (method: string, params: readonly unknown[] = []) => {
    if (method === 'eth_getCode') return rules.code
    if (method === 'eth_getBlockByNumber') return { timestamp: '0x64' }
    if (method === 'eth_signTypedData_v4') {
      signed.push(JSON.parse(String(params[1])))
      return rules.signature
    }
    const { to, data } = params[0] as { to: string; data: string }
    const answer = to.toLowerCase() === escrow ? rules.fund : rules[data.slice(0, 10)]
    if (answer == null) throw Object.assign(new Error('execution reverted'), { code: 3 })
    return answer
  }
  return { node, signed }
}

describe('a permit', () => {
  test('is asked for where the token tells its whole domain, and for the amount and the contract alone', async () => {
    const { node, signed } = startNode()
    expect(await readPermitDomain(node, from, terms, 8453)).toEqual(domain)
    const { call } = await signPermit(node, from, terms, domain)
    expect(call).toMatchObject({ to: escrow, value: '0x0' })
    expect(signed).toMatchObject([
      {
        domain,
        primaryType: 'Permit',
        message: { owner: from, spender: escrow, value: '100', nonce: '7', deadline: '3700' },
      },
    ])
  })

  test.each([
    ['a token whose domain is another one', { '0x3644e515': pad('0x9') }],
    ['a token without permits', { '0x3644e515': null }],
    ['a token that counts none', { '0x7ecebe00': null }],
    ['a token with a permit of another form, as DAI’s', { '0x30adf81f': pad('0x9') }],
    ['a wallet that is a contract', { code: '0x60' }],
    ['a key that lends itself code', { code: `0xef0100${'11'.repeat(20)}` }],
  ])('is not asked of %s', async (_whose, change) => {
    expect(await readPermitDomain(startNode(change).node, from, terms, 8453)).toBeNull()
  })

  test.each([
    ['the contract would not take', { fund: null }],
    ['is no signature of a key', { signature: '0x1234' }],
  ])('that %s is not sent', async (_why, change) => {
    await expect(signPermit(startNode(change).node, from, terms, domain)).rejects.toThrow(NoPermitError)
  })
})
