import { domainSeparator, encodeAbiParameters, type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { PayIn } from './pay-in.ts'
import { NoPermitError, permitOf, readPermitDomain } from './permit.ts'
import { triedCall } from './send.ts'

const [from, token, escrow] = ['a1', 'd0', 'c0'].map(byte => `0x${byte.repeat(20)}`) as [Hex, Hex, Hex]
const domain = { name: 'Dollar', version: '2', chainId: 8453, verifyingContract: token }
const payIn: PayIn = {
  chainId: 8453,
  token,
  escrow,
  isCoin: false,
  takesPermits: true,
  total: 100n,
  deposits: [{ quest: pad('0x1'), id: pad('0x2'), amountEach: 50n, places: 2, total: 100n }],
}

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
  const node = async (method: string, params: readonly unknown[] = []) => {
    if (method === 'eth_getCode') return rules.code
    if (method === 'eth_getBlockByNumber') return { timestamp: '0x64' }
    const { to, data } = params[0] as { to: string; data: string }
    const answer = to.toLowerCase() === escrow ? rules.fund : rules[data.slice(0, 10)]
    if (answer == null) throw Object.assign(new Error('execution reverted'), { code: 3 })
    return answer
  }
  return { node }
}

describe('a permit', () => {
  test('is asked for where the token tells its whole domain, and for the amount and the contract alone', async () => {
    const { node } = startNode()
    expect(await readPermitDomain(node, from, payIn)).toEqual(domain)
    const { words, call } = await permitOf(node, from, payIn)
    expect(call(standard.signature)).toMatchObject({ to: escrow, value: '0x0' })
    expect(words).toMatchObject({
      domain,
      primaryType: 'Permit',
      message: { owner: from, spender: escrow, value: '100', nonce: '7', deadline: '3700' },
    })
  })

  test.each([
    ['a token whose domain is another one', { '0x3644e515': pad('0x9') }],
    ['a token without permits', { '0x3644e515': null }],
    ['a token that counts none', { '0x7ecebe00': null }],
    ['a token with a permit of another form, as DAI’s', { '0x30adf81f': pad('0x9') }],
    ['a wallet that is a contract', { code: '0x60' }],
    ['a key that lends itself code', { code: `0xef0100${'11'.repeat(20)}` }],
  ])('is not asked of %s', async (_whose, change) => {
    expect(await readPermitDomain(startNode(change).node, from, payIn)).toBeNull()
  })

  test.each([
    ['the contract would not take', { fund: null }],
    ['is no signature of a key', { signature: '0x1234' }],
  ])('that %s is not sent', async (_why, change) => {
    const { node } = startNode(change)
    const permit = await permitOf(node, from, payIn)
    const { signature } = { ...standard, ...change }
    await expect(triedCall(node, from, permit, signature)).rejects.toThrow(NoPermitError)
  })
})
