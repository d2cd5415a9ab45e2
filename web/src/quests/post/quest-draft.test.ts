import { type PublicConfig, TypedQuest } from '@furrow/sdk'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { editsOf } from './edits.ts'
import {
  chainFor,
  chainsOf,
  dayOf,
  empty,
  fromDraft,
  problemsOf,
  type Typed,
  toDraft,
  toQuest,
  totalOf,
  usualToken,
} from './quest-draft.ts'
import { sayQuestions } from './typed-questions.ts'

const promised: Pick<PublicConfig, 'chain' | 'chains' | 'tokens'> = { chain: null, tokens: [] }
const onChain: typeof promised = {
  chain: { chainId: 1, escrow: '0x', confirmations: 12, explorer: null },
  tokens: ['ETH', 'USDC'].map(symbol => ({ symbol, address: '0x' })),
}
const good: Typed = {
  ...empty,
  title: 'Fix the gate',
  description: 'It does not close.',
  amount: '100',
  token: 'USDC',
  skills: 'carpentry, iron',
  category: 'maintenance',
}
const ask = (...texts: string[]) =>
  sayQuestions(texts.map((text, index) => ({ text, required: index === 0 })))
const problems = (change: Partial<Typed>, config = promised) => {
  const typed = { ...good, ...change }
  return problemsOf(typed, toQuest(typed), config)
}

describe('a draft', () => {
  test('that is right has no problems, and becomes a quest', () => {
    expect(problems({})).toEqual({})
    expect(toQuest(good)).toEqual({
      title: 'Fix the gate',
      description: 'It does not close.',
      reward: '100 USDC',
      rewardAmount: 100,
      rewardToken: 'USDC',
      skills: ['carpentry', 'iron'],
      maxFarmers: 1,
      category: 'maintenance',
    })
  })

  test('keeps the digits that were typed, and leaves out what is empty', () => {
    const quest = toQuest({
      ...good,
      amount: ' 0.10 ',
      skills: ' a,, b ,',
      repo: ' farm/gate ',
      issue: ' 7 ',
    })
    expect(quest).toMatchObject({ reward: '0.10 USDC', rewardAmount: 0.1, skills: ['a', 'b'] })
    expect(quest).toMatchObject({ codehostRepo: 'farm/gate', codehostIssue: '7' })
    expect(quest).not.toHaveProperty('deadline')
  })

  test('asks questions where its giver chooses, without the empty ones', () => {
    const typed = { ...good, questions: ask(' Which tools? ', '', 'When?') }
    expect(toQuest(typed)).not.toHaveProperty('questions')
    const questions = [
      { text: 'Which tools?', required: true },
      { text: 'When?', required: false },
    ]
    expect(toQuest({ ...typed, admission: 'application' })).toMatchObject({ questions })
  })

  test('ends with its last day, as its giver counts days', () => {
    const { deadline } = toQuest({ ...good, deadline: '2999-12-31' })
    expect(new Date(deadline ?? '').getTime()).toBe(new Date(2999, 11, 31, 23, 59, 59, 999).getTime())
  })

  test.each<[Partial<Typed>, keyof Typed]>([
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ description: '' }, 'description'],
    [{ amount: '' }, 'amount'],
    [{ amount: '1e3' }, 'amount'],
    [{ amount: '-1' }, 'amount'],
    [{ amount: '1,5' }, 'amount'],
    [{ token: '' }, 'token'],
    [{ token: '$' }, 'token'],
    [{ skills: 'x'.repeat(65) }, 'skills'],
    [{ places: '0' }, 'places'],
    [{ places: '1.5' }, 'places'],
    [{ places: '' }, 'places'],
    [{ category: '' }, 'category'],
    [{ issue: '7' }, 'repo'],
    [{ deadline: '2000-01-01' }, 'deadline'],
    [{ deadline: '20266-01-01' }, 'deadline'],
    [{ deadline: dayOf(new Date(Date.now() - 86_400_000).toISOString()) }, 'deadline'],
    [{ admission: 'application', questions: ask('Why?', ' Why? ') }, 'questions'],
    [{ admission: 'application', questions: ask('x'.repeat(301)) }, 'questions'],
    [{ admission: 'application', questions: ask('a\nb') }, 'questions'],
  ])('with %j is told so at that field', (change, field) => {
    expect(Object.keys(problems(change))).toEqual([field])
    expect(problems(change)[field]).toMatch(/^[A-Z].*[.?]$/)
  })

  test('on chain is in a token that the community pays, and for more than nothing', () => {
    expect(problems({ token: 'usdc' }, onChain)).toEqual({})
    expect(problems({ token: 'DAI' }, onChain)).toEqual({ token: 'This community pays in ETH, USDC.' })
    expect(problems({ amount: '0' }, onChain)).toEqual({ amount: 'Give more than nothing.' })
    expect(problems({ amount: '0' })).toEqual({})
  })

  test('where there are several chains is in a token of the one that was chosen', () => {
    const contract = { escrow: '0x', confirmations: 1, explorer: null, active: true }
    const tokens = (...symbols: string[]) => symbols.map(symbol => ({ symbol, address: '0x' }))
    const config = {
      ...onChain,
      chains: [
        { ...contract, chainId: 1, tokens: tokens('ETH') },
        { ...contract, chainId: 8453, tokens: tokens('ETH', 'USDC') },
        { ...contract, chainId: 10, tokens: tokens('DAI'), active: false },
      ],
    }
    expect(chainsOf(config)).toEqual([1, 8453])
    expect(chainsOf(onChain)).toEqual([])
    expect([chainFor(config, 'usdc'), chainFor(config, 'ETH')]).toEqual([8453, 1])
    expect(chainFor({ chains: config.chains.toReversed() }, 'DAI')).toBe(8453)
    expect(problems({}, config)).toEqual({})
    expect(problems({ chain: '1' }, config)).toEqual({ token: 'On Ethereum this community pays in ETH.' })
    expect(problems({ token: 'DAI' }, config)).toEqual({ token: 'This community pays in ETH, USDC.' })
    expect(toQuest({ ...good, chain: '8453' })).toMatchObject({ chainId: 8453 })
  })

  test('begins with a token rather than with the coin of the chain', () => {
    const { chain } = onChain
    const coin = { symbol: 'ETH', address: `0x${'0'.repeat(40)}` }
    const dollar = { symbol: 'USDC', address: `0x${'0'.repeat(39)}a` }
    expect(usualToken({ chain, tokens: [coin, dollar] })).toBe('USDC')
    expect(usualToken({ chain, tokens: [coin] })).toBe('ETH')
    expect(usualToken({ chain: null, tokens: [] })).toBe('USDC')
  })

  test('may be anything while it is typed', () => {
    const names = Object.keys(empty) as (keyof Typed)[]
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.oneof(fc.string(), fc.stringMatching(/^\d{0,7}-\d\d-\d\d$/)),
        (name, text) => {
          problems({ [name]: text })
          totalOf({ ...good, [name]: text })
        },
      ),
    )
  })
})

describe('a draft that is kept', () => {
  const typing = fc.record<Typed>({
    title: fc.string({ maxLength: 300 }),
    description: fc.string(),
    amount: fc.constantFrom('', '1', '1.', '0.10', 'ten', ' 5'),
    token: fc.constantFrom('', 'USDC', '$'),
    chain: fc.constantFrom('', '8453', '-1', 'x'),
    skills: fc.constantFrom('', 'a, b', 'x'.repeat(65)),
    places: fc.constantFrom('', '1', '1.5', 'two'),
    category: fc.string({ maxLength: 80 }),
    repo: fc.constantFrom('', 'farm/gate'),
    issue: fc.constantFrom('', '7'),
    deadline: fc.constantFrom('', '2999-12-31', '2', '20266-01-01'),
    admission: fc.constantFrom('open', 'application'),
    account: fc.constantFrom('', 'proved'),
    finished: fc.constantFrom('', '0', '3', '1.5', 'x'),
    accountAge: fc.constantFrom('', '30', '99999', 'x'),
    heldHere: fc.constantFrom('', '2', '-1'),
    members: fc.constantFrom('', 'yes'),
    agents: fc.constantFrom('any', 'none', 'only', 'disclosed'),
    newcomers: fc.constantFrom('', '1', '1.5'),
    vouched: fc.constantFrom('', 'yes'),
    questions: fc.constantFrom('', ...['', 'Why?', 'x'.repeat(301), 'a\nb'].map(text => ask(text))),
  })

  test('is one that the service takes, whatever is typed', () => {
    fc.assert(fc.property(typing, typed => Value.Check(TypedQuest, toDraft(typed))))
  })

  test('is typed again as it was', () => {
    const half = {
      ...good,
      chain: '8453',
      amount: '1.',
      places: '3',
      repo: 'farm/gate',
      deadline: '2999-12-31',
      admission: 'application',
      questions: ask('Which tools?', 'When?'),
    }
    expect(fromDraft(toDraft(half), empty)).toEqual(half)
  })
})

describe('an edit', () => {
  test('has what was changed, and nothing else; what was emptied is null', () => {
    const before = { ...good, repo: 'farm/gate', deadline: '2999-12-31' }
    expect(editsOf(before, before, ' ')).toEqual({})
    const after = { ...before, amount: '150', skills: '', repo: '', deadline: '' }
    expect(editsOf(before, after, 'And paint it.')).toEqual({
      rewardAmount: 150,
      skills: [],
      codehostRepo: null,
      deadline: null,
      clarification: 'And paint it.',
    })
  })
})

describe('an edit of questions', () => {
  const before = { ...good, admission: 'application', questions: ask('Why?') }

  test('has all of them where one changed, and takes them away with the choice', () => {
    expect(editsOf(before, { ...before, questions: ask('Why?', '') }, '')).toEqual({})
    expect(editsOf(before, { ...before, questions: ask('Why?', 'When?') }, '')).toEqual({
      questions: [
        { text: 'Why?', required: true },
        { text: 'When?', required: false },
      ],
    })
    expect(editsOf(before, { ...before, admission: 'open' }, '')).toEqual({
      admission: 'open',
      questions: [],
    })
  })
})

describe('what it costs', () => {
  test.each([
    ['0.1', '3', '0.3'],
    ['100', '1', '100'],
    ['1.10', '2', '2.2'],
    ['0.000000000000000001', '1000', '0.000000000000001'],
    ['999999999999999', '1000', '999999999999999000'],
    ['0.5', '2', '1'],
    ['007.50', '1', '7.5'],
    ['0', '5', '0'],
    ['', '1', '0'],
    ['1', '0', '0'],
    ['1', '1.5', '0'],
    ['1e3', '1', '0'],
  ])('%s for %s is %s', (amount, places, total) => expect(totalOf({ ...good, amount, places })).toBe(total))
})

test.each([
  ['1.000', 'Write 1000, or 1: “1.000” can be read as either.'],
  ['12.500', 'Write 12500, or 12.5: “12.500” can be read as either.'],
  ['33.333', 'Write 33333, or 33.3330: “33.333” can be read as either.'],
])('%s asks what is meant', (amount, sentence) => expect(problems({ amount }).amount).toBe(sentence))

test.each(['1000', '1.0', '0.125', '33.3330', '1234.567'])('%s is clear', amount =>
  expect(problems({ amount })).toEqual({}),
)
