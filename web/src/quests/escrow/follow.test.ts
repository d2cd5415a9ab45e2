import { describe, expect, test } from 'vitest'
import { follow, type Told } from './follow.ts'
import type { Sent } from './sent.ts'

const from = `0x${'a1'.repeat(20)}`
const contract = `0x${'c0'.repeat(20)}`
const [first, second] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`]
const call = { to: contract, data: '0xfeed', value: '0x1' }

const sent: Sent = {
  step: 'deposit',
  hash: first,
  bundle: null,
  from,
  chainId: 1,
  nonce: 7,
  block: 100,
  at: 0,
  call,
  isShared: false,
  watch: { to: contract, data: '0x', before: '0x00' },
}

type Mined = {
  block: number
  hash: string
  by?: string
  nonce?: number
  input?: string
  value?: string
  status?: 0 | 1
}

/** A chain whose waiting and mined transactions a test decides. */
function startChain() {
  const chain = {
    id: 1,
    head: 100,
    waiting: [] as string[],
    mined: [] as Mined[],
    answer: '0x00',
    bundle: undefined as number | undefined,
    keepsPast: true,
  }
  const show = ({ hash, by = from, nonce = 7, input = '0xfeed', value = '0x1' }: Omit<Mined, 'block'>) => ({
    hash,
    from: by,
    to: contract,
    input,
    value,
    nonce: `0x${nonce.toString(16)}`,
  })
  async function node(method: string, [param, more]: readonly unknown[] = []): Promise<unknown> {
    const mined = chain.mined.find(({ hash }) => hash === param)
    switch (method) {
      case 'eth_chainId':
        return `0x${chain.id.toString(16)}`
      case 'eth_call':
        return chain.answer
      case 'eth_blockNumber':
        return chain.head
      case 'eth_getTransactionReceipt':
        return mined ? { status: `0x${mined.status ?? 1}` } : null
      case 'eth_getTransactionByHash':
        return mined
          ? show(mined)
          : chain.waiting.includes(String(param))
            ? show({ hash: String(param) })
            : null
      case 'eth_getTransactionCount': {
        if (more !== 'latest' && !chain.keepsPast) throw new Error('missing trie node')
        const until = more === 'latest' ? chain.head : Number(more)
        return 7 + chain.mined.filter(({ block }) => block <= until).length
      }
      case 'eth_getBlockByNumber':
        return { transactions: chain.mined.filter(({ block }) => block === Number(param)).map(show) }
      case 'wallet_getCallsStatus':
        if (chain.bundle === undefined) throw new Error('unknown bundle')
        return { status: chain.bundle }
    }
    throw new Error(method)
  }
  return { chain, node }
}

/** Follows it while the chain goes through these states, one for each look. Gives each told state once, in order. */
async function run(
  what: Partial<Sent>,
  states: ((chain: ReturnType<typeof startChain>['chain']) => void)[],
  isKnown: null | (() => Promise<boolean>) = null,
) {
  const { chain, node } = startChain()
  const [told, kept] = [[] as Told[], [] as Sent[]]
  const stop = new AbortController()
  let minutes = 0
  const next = () => {
    const state = states.shift()
    if (state) state(chain)
    else stop.abort()
    minutes++
  }
  next()
  const ending = await follow(
    { ...sent, ...what },
    {
      node: () => node,
      keep: one => kept.push(one),
      tell: state => {
        if (told.at(-1) !== state) told.push(state)
        next()
      },
      isKnown,
      signal: stop.signal,
      everyMs: 0,
      now: () => minutes * 60_000,
    },
  )
  return { ending, told, kept }
}

describe('what a wallet sent is followed', () => {
  test('to its block, and until the service knows of it', async () => {
    const answers = [false, true]
    const { ending, told } = await run(
      {},
      [chain => chain.waiting.push(first), chain => chain.mined.push({ block: 100, hash: first }), () => {}],
      async () => answers.shift() ?? true,
    )
    expect([ending, told]).toEqual(['done', ['pending', 'confirming']])
  })

  test('out of a block that went away, into another one', async () => {
    const { ending, told } = await run(
      {},
      [
        chain => chain.mined.push({ block: 100, hash: first }),
        chain => {
          chain.mined.pop()
          chain.waiting.push(first)
        },
        chain => chain.mined.push({ block: 101, hash: first }),
        () => {},
      ],
      async () => false,
    )
    expect([ending, told]).toEqual(['stopped', ['confirming', 'pending', 'confirming']])
  })

  test('under the hash that it has after it was sent again with more gas', async () => {
    const { ending, kept } = await run({}, [
      chain => {
        chain.head = 160
        chain.answer = '0x01'
        chain.mined.push({ block: 131, hash: second }, { block: 140, hash: `0x${'03'.repeat(32)}`, nonce: 8 })
      },
      () => {},
    ])
    expect(ending).toBe('done')
    expect(kept.map(({ hash }) => hash)).toEqual([second])
  })

  test('where a node keeps no past, by what came of it', async () => {
    const { ending } = await run({}, [
      chain => {
        chain.keepsPast = false
        chain.answer = '0x01'
        chain.mined.push({ block: 100, hash: second })
      },
    ])
    expect(ending).toBe('done')
  })

  test.each([
    ['cancelled', { hash: second, input: '0x' }],
    ['cancelled', { hash: second, value: '0x0' }],
    ['refused', { hash: first, status: 0 as const }],
  ])('to a bad end: %s', async (expected, mined) => {
    const { ending } = await run({}, [
      chain => {
        chain.head = 101
        chain.mined.push({ block: 101, ...mined })
      },
    ])
    expect(ending).toBe(expected)
  })

  test('when no node knows it any more its owner is asked, and it may come still', async () => {
    const nothing = () => {}
    const { ending, told } = await run({}, [
      ...Array.from({ length: 6 }, () => nothing),
      chain => chain.mined.push({ block: 100, hash: first }),
    ])
    expect([ending, told]).toEqual(['done', ['pending', 'missing']])
    // Nodes may be slow to hear of one.
    const slow = await run({}, [nothing, nothing, nothing])
    expect(slow.told).toEqual(['pending'])
  })

  test('of a shared wallet, whose hash is of no transaction, until it has happened', async () => {
    const { ending, told } = await run({ isShared: true }, [
      () => {},
      // Its own number says nothing: others send it.
      chain => chain.mined.push({ block: 100, hash: second }),
      chain => {
        chain.answer = '0x01'
      },
    ])
    expect([ending, told]).toEqual(['done', ['signers']])
  })

  test('of an account that others carry for: their transaction may go well without doing it', async () => {
    const { ending, told } = await run({}, [
      chain => chain.mined.push({ block: 100, hash: first, by: contract, nonce: 40 }),
      chain => {
        chain.answer = '0x01'
      },
    ])
    expect([ending, told]).toEqual(['done', ['signers']])
  })

  test('though the page was closed while the wallet asked', async () => {
    const { ending, told, kept } = await run({ hash: null }, [
      () => {},
      chain => {
        chain.head = 101
        chain.mined.push({ block: 101, hash: second })
      },
      () => {},
    ])
    expect([ending, told]).toEqual(['done', ['asked', 'pending']])
    expect(kept.map(({ hash }) => hash)).toEqual([second])
    const other = await run({ hash: null }, [
      chain => {
        chain.head = 101
        chain.mined.push({ block: 101, hash: second, input: '0x' })
      },
    ])
    expect(other.ending).toBe('cancelled')
  })

  test('as several things at once, by what the wallet says of them', async () => {
    const bundle = { hash: null, bundle: 'own' }
    const set = (status?: number) => (chain: { bundle: number | undefined }) => {
      chain.bundle = status
    }
    expect(await run(bundle, [set(100), set(200)])).toMatchObject({ ending: 'done', told: ['pending'] })
    expect(await run(bundle, [set(), set(500)])).toMatchObject({ ending: 'refused', told: ['asked'] })
  })

  test('by the service alone while the wallet is on another chain', async () => {
    const answers = [false, true]
    const elsewhere = (chain: { id: number }) => {
      chain.id = 10
    }
    const { ending, told } = await run({}, [elsewhere, () => {}], async () => answers.shift() ?? true)
    expect([ending, told]).toEqual(['done', ['unseen']])
  })
})
