import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toAddress, zeroAddress } from '../address.ts'
import { ConfigError, readConfig } from './config.ts'

const [a, b, c] = ['a', 'b', 'c'].map(digit => `0x${digit.repeat(40)}`) as [string, string, string]
const [one, two] = ['1', '2'].map(digit => `0x${digit.repeat(64)}`) as [string, string]
const base = {
  RPC_URLS: '1=https://one.example.org,8453=https://base.example.org',
  TOKENS: `ETH@1=native,USDC@8453=${c}`,
}
const single = { ...base, ESCROW_CHAIN_ID: '8453', ESCROW_ADDRESS: a, ESCROW_OPERATOR_KEY: one }

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
const brief = (env: Record<string, string>) =>
  readConfig(env).escrows.map(({ chainId, address, operatorKeys, retired }) => [
    chainId,
    address,
    operatorKeys.join(),
    retired,
  ])

describe('the escrow contracts of the settings', () => {
  test('are none, or the one of the three settings of before', () => {
    expect(brief({ ...base, ESCROWS: ' , ' })).toEqual([])
    expect(brief(single)).toEqual([[8453, a, one, false]])
  })

  test('are those of ESCROWS in its order, after the single one, with a key of each or one for all', () => {
    const listed = { ...base, ESCROWS: `8453=${a}:active, 8453=${b}:retired, 1=${c}` }
    expect(brief({ ...listed, ESCROW_OPERATOR_KEY: one })).toEqual([
      [8453, a, one, false],
      [8453, b, one, true],
      [1, c, one, false],
    ])
    const keys = { ESCROW_OPERATOR_KEYS: `8453=${b.toUpperCase().replace('X', 'x')}:${two}` }
    expect(brief({ ...listed, ESCROW_OPERATOR_KEY: one, ...keys })[1]).toEqual([8453, b, two, true])
    expect(brief({ ...single, ESCROWS: `8453=${b}:retired`, ...keys })).toEqual([
      [8453, a, one, false],
      [8453, b, two, true],
    ])
  })

  test('may have several keys, while one follows another: of a contract, or of a chain', () => {
    const keys = (ESCROW_OPERATOR_KEYS: string) =>
      brief({
        ...base,
        ESCROWS: `8453=${a}:active, 8453=${b}:retired, 1=${c}`,
        ESCROW_OPERATOR_KEY: one,
        ESCROW_OPERATOR_KEYS,
      })
    const [first, second] = [`${one},${two}`, `${two},${one}`]
    expect(keys(`8453=${first}`).map(([, , has]) => has)).toEqual([first, first, one])
    expect(keys(`8453=${b}:${second},8453=${two}`).map(([, , has]) => has)).toEqual([two, second, one])
  })

  test('have the tokens of their chain; those without a chain are of the first active one', () => {
    const { escrows, tokens, payments } = readConfig({
      ...base,
      TOKENS: `DAI=${a},USDC@8453=${c},ETH@1=native`,
      ESCROWS: `1=${a}:retired,8453=${b},1=${c}`,
      ESCROW_OPERATOR_KEY: one,
    })
    const own = new Map([
      ['ETH', zeroAddress],
      ['DAI', toAddress(a)],
      ['USDC', toAddress(c)],
    ])
    expect(escrows.map(escrow => escrow.tokens)).toEqual([
      new Map([['ETH', zeroAddress]]),
      own,
      new Map([['ETH', zeroAddress]]),
    ])
    expect(tokens).toEqual(own)
    expect(payments.tokensOf.get(8453)).toEqual(own)
    expect(payments.tokensOf.get(1)).toEqual(new Map([['ETH', zeroAddress]]))
    expect(problemsOf({ ...single, ESCROWS: `1=${b}`, TOKENS: '' })).toEqual([
      'TOKENS must have a token of chain 1 for its contract (ETH@1=native).',
    ])
  })

  test('may differ by chain in confirmations, fee, explorer and the RPC that wallets are told', () => {
    const { escrows } = readConfig({
      ...single,
      ESCROWS: `1=${b}`,
      ESCROW_CONFIRMATIONS: '20,1=5',
      ESCROW_MAX_FEE: '8453=10',
      ESCROW_EXPLORER_URL: 'https://basescan.org',
      ESCROW_PUBLIC_RPC_URL: '1=https://eth.example.org/',
    })
    expect(escrows.map(({ publicRpc }) => publicRpc)).toEqual([null, 'https://eth.example.org'])
    expect(escrows.map(({ confirmations, mostFee, explorer }) => [confirmations, mostFee, explorer])).toEqual(
      [
        [20, 10_000_000_000n, 'https://basescan.org'],
        // One chain's explorer knows nothing of another.
        [5, 2_000_000_000_000n, null],
      ],
    )
    const own = readConfig({ ...single, ESCROWS: `1=${b}`, ESCROW_CONFIRMATIONS: '30,8453=finalized' })
    expect(own.escrows.map(({ confirmations, finalized }) => [confirmations, finalized])).toEqual([
      [12, true],
      [30, false],
    ])
    expect(problemsOf({ ...single, ESCROW_CONFIRMATIONS: '8453=final' })).toHaveLength(1)
    expect(problemsOf({ ...single, ESCROW_CONFIRMATIONS: '1=5' })).toEqual([
      'ESCROW_CONFIRMATIONS names chain 1, which has no escrow contract.',
    ])
    expect(problemsOf({ ...single, ESCROW_CONFIRMATIONS: '5,6' })).toHaveLength(1)
    expect(problemsOf({ ...single, ESCROWS: `1=${b}`, ESCROW_MAX_FEE: 'many' })).toEqual([
      'ESCROW_MAX_FEE must be a number from 0.001 to 1000000; it is "many".',
    ])
  })

  test('have the splitter of their chain, which is listed once', () => {
    const both = { ...single, ESCROWS: `1=${b}` }
    const splitters = ({ escrows }: ReturnType<typeof readConfig>) => escrows.map(({ splitter }) => splitter)
    expect(splitters(readConfig(both))).toEqual([null, null])
    expect(splitters(readConfig({ ...both, ESCROW_SPLITTERS: `1=${a}` }))).toEqual([null, a])
    expect(splitters(readConfig({ ...both, ESCROW_SPLITTERS: `8453:${b}, 1=${a}` }))).toEqual([b, a])
    for (const [list, problem] of [
      [`1=0x12`, 'none'],
      [`1=${a},1=${b}`, 'one splitter of chain 1'],
      [`5=${a}`, 'no escrow contract'],
    ] as const)
      expect(problemsOf({ ...both, ESCROW_SPLITTERS: list })).toEqual([expect.stringContaining(problem)])
  })

  test('have a least reward by token and chain, and a budget for gas by chain', () => {
    const both = { ...single, ESCROWS: `1=${b}` }
    const set = { ESCROW_MIN_REWARD: 'usdc=5, ETH=0.001,ETH@1=0.05', ESCROW_GAS_BUDGET: '0.01,1=0.1' }
    const { escrows } = readConfig({ ...both, TOKENS: `${base.TOKENS},ETH@8453=native`, ...set })
    expect(
      escrows.map(({ leastRewards, gasBudget }) => [Object.fromEntries(leastRewards), gasBudget]),
    ).toEqual([
      [{ USDC: '5', ETH: '0.001' }, 10n ** 16n],
      [{ ETH: '0.05' }, 10n ** 17n],
    ])
    expect(readConfig(single).escrows).toMatchObject([{ leastRewards: new Map(), gasBudget: null }])
    for (const ESCROW_MIN_REWARD of ['DAI=1', 'USDC@1=5', 'ETH@2=1'])
      expect(problemsOf({ ...both, ESCROW_MIN_REWARD })).toEqual([
        `ESCROW_MIN_REWARD has "${ESCROW_MIN_REWARD}", which no escrow contract pays.`,
      ])
    for (const item of ['USDC', 'USDC=-1', 'USDC=1e3', 'USDC=5.', '=5', 'USDC=0.0000000000000000001'])
      expect(problemsOf({ ...both, ESCROW_MIN_REWARD: item })).toHaveLength(1)
    expect(problemsOf({ ...single, ESCROW_GAS_BUDGET: '-1' })).toHaveLength(1)
  })

  test.each<[string, Record<string, string>, string]>([
    ['a chain without an RPC', { ESCROWS: `5=${a}:retired`, ESCROW_OPERATOR_KEY: one }, 'RPC_URLS must have'],
    ['no key', { ESCROWS: `1=${a}` }, `needs ESCROW_OPERATOR_KEY too, or the key for 1=${a}`],
    ['one contract twice', { ...single, ESCROWS: `8453=${a}:retired` }, 'each contract once'],
    ['two active on one chain', { ...single, ESCROWS: `8453=${b}` }, 'Only one contract of chain 8453'],
    ['a word that is none', { ...single, ESCROWS: `1=${b}:old` }, 'number 1 in it is none'],
    ['no chain', { ...single, ESCROWS: `1=${b}:retired,${c}` }, 'number 2 in it is none'],
    ['a key of nothing', { ...single, ESCROW_OPERATOR_KEYS: `1=${b}:${two}` }, 'is not in ESCROWS'],
    ['two keys of one', { ...single, ESCROW_OPERATOR_KEYS: `8453=${a}:${two},8453=${a}:${one}` }, 'once'],
    ['a key of no contract', { ...single, ESCROW_OPERATOR_KEYS: `${two}` }, 'number 1 in it is none'],
    ['half of the three', { ...base, ESCROW_CHAIN_ID: '1', ESCROWS: `1=${a}` }, 'needs ESCROW_ADDRESS too'],
  ])('are refused with a sentence: %s', (_, env, sentence) => {
    expect(problemsOf({ ...base, ...env }).join('\n')).toContain(sentence)
  })

  test('whatever is typed, it is read or refused, and no key is repeated', () => {
    const part = fc.constantFrom(
      a,
      b,
      one,
      two,
      one.slice(2),
      '8453',
      '1',
      '=',
      ':',
      ',',
      'active',
      'retired',
      ' ',
    )
    const typed = fc.array(part, { maxLength: 12 }).map(parts => parts.join(''))
    fc.assert(
      fc.property(typed, typed, typed, (ESCROWS, ESCROW_OPERATOR_KEYS, ESCROW_OPERATOR_KEY) => {
        const env = { ...base, ESCROWS, ESCROW_OPERATOR_KEYS, ESCROW_OPERATOR_KEY }
        const told = problemsOf(env).join('\n')
        for (const key of [one, two]) expect(told).not.toContain(key.slice(2))
        if (told !== '') return
        const { escrows } = readConfig(env)
        expect(new Set(escrows.map(({ chainId, address }) => `${chainId}=${address}`)).size).toBe(
          escrows.length,
        )
        for (const { operatorKeys } of escrows) {
          expect(operatorKeys.length).toBeGreaterThan(0)
          for (const key of operatorKeys) expect(key).toMatch(/^0x[0-9a-f]{64}$/)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
