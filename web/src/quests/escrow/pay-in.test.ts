import { payInOf } from '@furrow/sdk/escrow'
import { decodeFunctionData, encodeAbiParameters, erc20Abi, type Hex, keccak256, stringToBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import { factsOf } from '../../service/chain-facts.ts'
import { changeNetwork } from './network.ts'
import { NotTogetherError, payIn } from './pay-in.ts'
import { usualPrompts } from './read-plan.ts'
import type { Sent } from './sent.ts'

const [from, token, escrow] = ['a1', 'd0', 'c0'].map(byte => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
]
const word = (number: bigint | number) => `0x${number.toString(16).padStart(64, '0')}`

const quest = {
  id: 'quest-1',
  giver: from,
  maxFarmers: 2,
  funding: {
    chainId: 8453,
    escrow,
    tokenAddress: token,
    amountEach: '50',
    escrowId: keccak256(
      encodeAbiParameters(
        [{ type: 'address' }, { type: 'bytes32' }],
        [from as Hex, keccak256(stringToBytes('quest-1'))],
      ),
    ),
  },
}

type Rules = {
  allowed?: bigint
  resets?: boolean
  atomic?: string
  allows?: bigint
  sendCalls?: number
  /** It goes to another network after what it sent first. */
  leaves?: boolean
}

/** A wallet on a chain with the token: every call it sends happens at once. */
function startWallet({
  allowed = 0n,
  resets = false,
  atomic = 'supported',
  allows,
  sendCalls,
  leaves = false,
}: Rules = {}) {
  const sent: string[] = []
  let [allowance, isPaid] = [allowed, false]
  const approve = (data: string) => {
    const { args } = decodeFunctionData({ abi: erc20Abi, data: data as Hex })
    const amount = args?.[1] as bigint
    if (resets && allowance > 0n && amount > 0n) throw new Error('reset first')
    return amount
  }
  function send({ to, data }: { to: string; data: string }): string {
    if (to.toLowerCase() !== token) isPaid = true
    else allowance = approve(data) && (allows ?? approve(data))
    sent.push(to.toLowerCase() === token ? `allow ${allowance}` : 'deposit')
    return word(sent.length)
  }
  async function node(method: string, [param]: readonly unknown[] = []): Promise<unknown> {
    const { to, data, calls } = (param ?? {}) as {
      to: string
      data: string
      calls: { to: string; data: string }[]
    }
    switch (method) {
      case 'eth_call':
        if (to.toLowerCase() !== token) return word(isPaid ? 1 : 0)
        if (data.startsWith('0x095ea7b3')) approve(data)
        return word(allowance)
      case 'eth_getCode':
        return '0x'
      case 'wallet_getCapabilities':
        return { '0x2105': { atomic: { status: atomic } } }
      case 'wallet_sendCalls':
        if (sendCalls !== undefined) throw Object.assign(new Error('no'), { code: sendCalls })
        for (const call of calls) send(call)
        return { id: 'bundle' }
      case 'eth_sendTransaction':
        return send(param as { to: string; data: string })
    }
    return method === 'eth_chainId' && !(leaves && sent.length > 0) ? '0x2105' : '0x1'
  }
  const kept: (Sent | null)[] = []
  const pay = (batches: boolean) =>
    payIn(payInOf([quest]), {
      node,
      from,
      ways: { batches, permits: true },
      signal: new AbortController().signal,
      keep: one => kept.push(one),
      forget: () => kept.push(null),
      follow: async () => 'done',
      isKnown: async () => true,
      tell: () => {},
    })
  return { sent, kept, pay }
}

describe('paying in', () => {
  test.each([
    ['allows, then pays', {}, ['allow 100', 'deposit']],
    ['allows nothing where enough is allowed', { allowed: 100n }, ['deposit']],
    ['raises what is allowed at once where the token lets it', { allowed: 1n }, ['allow 100', 'deposit']],
    [
      'takes back what is allowed first where it does not',
      { allowed: 1n, resets: true },
      ['allow 0', 'allow 100', 'deposit'],
    ],
  ])('%s', async (_what, rules, expected) => {
    const { sent, pay } = startWallet(rules)
    expect(await pay(false)).toBe('done')
    expect(sent).toEqual(expected)
    // A deposit that is already there sends nothing.
    expect(await pay(false)).toBe('done')
    expect(sent).toEqual(expected)
  })

  test('keeps what it asks for before the wallet is asked, and what came of it', async () => {
    const { kept, pay } = startWallet({ allowed: 100n })
    await pay(false)
    expect(kept).toMatchObject([
      { step: 'deposit', hash: null, nonce: 1 },
      { step: 'deposit', hash: word(1), chainId: 8453 },
    ])
  })

  test('sends no deposit to another network that the wallet went to meanwhile', async () => {
    const { sent, pay } = startWallet({ leaves: true })
    await expect(pay(false)).rejects.toThrow('another network')
    expect(sent).toEqual(['allow 100'])
  })

  test('asks no owner twice who allows less than they were asked for', async () => {
    const { sent, pay } = startWallet({ allows: 30n })
    await expect(pay(false)).rejects.toThrow('You allowed the contract less than the quest takes.')
    expect(sent).toEqual(['allow 30'])
  })

  test('is one question where the wallet does several things at once, and the account needs no change for it', async () => {
    const able = startWallet({ allowed: 1n, resets: true })
    expect(await able.pay(true)).toBe('done')
    expect(able.sent).toEqual(['allow 0', 'allow 100', 'deposit'])
    expect(able.kept).toMatchObject([{ step: 'together' }, { bundle: 'bundle', hash: null }])
    const ready = startWallet({ atomic: 'ready' })
    await ready.pay(true)
    expect(ready.kept.map(one => one?.step)).not.toContain('together')
    const unable = startWallet({ sendCalls: 5_760 })
    await expect(unable.pay(true)).rejects.toThrow(NotTogetherError)
    expect(unable.kept.at(-1)).toBeNull()
    const declined = startWallet({ sendCalls: 4_001 })
    await expect(declined.pay(true)).rejects.toMatchObject({ code: 4_001 })
  })
})

test('on another chain the plan says what is usual', () => {
  expect(usualPrompts({ isCoin: true })).toEqual(['network', 'deposit'])
  expect(usualPrompts({ isCoin: false })).toEqual(['network', 'allow', 'deposit'])
})

describe('a chain that the wallet does not know', () => {
  function startElsewhere(error: object) {
    const told: unknown[] = []
    let [chainId, knows] = [1, false]
    const node = async (method: string, [param]: readonly unknown[] = []) => {
      if (method === 'wallet_addEthereumChain') {
        told.push(param)
        knows = true
      }
      if (method === 'wallet_switchEthereumChain') {
        if (!knows) throw error
        chainId = Number((param as { chainId: string }).chainId)
      }
      return chainId
    }
    return { node, told }
  }
  const config = {
    chain: null,
    chains: [{ chainId: 777, explorer: null, tokens: [{ symbol: 'OAT', address: `0x${'00'.repeat(20)}` }] }],
  } as never

  test.each([
    ['as it is', { code: 4_902 }],
    ['wrapped', { code: -32_603, data: { originalError: { code: 4_902 } } }],
  ])('is told to it, with what everybody may know: %s', async (_how, error) => {
    const { node, told } = startElsewhere(error)
    await changeNetwork(node, factsOf(config, 8453))
    expect(told).toMatchObject([
      { chainId: '0x2105', chainName: 'Base', rpcUrls: ['https://mainnet.base.org'] },
    ])
  })

  test('is a sentence where there is no address that anybody may use', async () => {
    const { node, told } = startElsewhere({ code: 4_902 })
    expect(factsOf(config, 777)).toMatchObject({ coin: 'OAT', rpc: null })
    await expect(changeNetwork(node, factsOf(config, 777))).rejects.toThrow(/does not know chain 777/)
    expect(told).toEqual([])
    const declined = startElsewhere({ code: 4_001 })
    await expect(changeNetwork(declined.node, factsOf(config, 8453))).rejects.toMatchObject({ code: 4_001 })
    expect(declined.told).toEqual([])
  })
})
