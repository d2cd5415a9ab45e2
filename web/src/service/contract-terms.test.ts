import type { PublicConfig } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { type Place, placeOfNew, termsOf } from './contract-terms.ts'

const at = (digit: string) => `0x${digit.repeat(40)}`
const termsBy = (decidedBy: string, disputeDays: number) =>
  ({
    decidedBy,
    disputeDays,
    reviewWindowHours: 48,
    otherwise: `Of ${decidedBy}.`,
    source: 'contract',
  }) as const
const contract = { confirmations: 12, explorer: null, active: true }
const token = (symbol: string) => ({ symbol, address: at('0') })

const first = {
  ...contract,
  chainId: 1,
  escrow: at('a'),
  terms: termsBy(at('1'), 14),
  tokens: [token('ETH')],
}
const second = {
  ...contract,
  chainId: 10,
  escrow: at('b'),
  terms: termsBy(at('2'), 60),
  tokens: [token('USDC')],
}
const retired = {
  ...contract,
  active: false,
  chainId: 1,
  escrow: at('c'),
  terms: termsBy(at('3'), 30),
  tokens: [],
}

const config: PublicConfig = {
  beta: false,
  platformWallet: at('9'),
  genesisCreator: null,
  reviewWindowHours: 24,
  codehost: null,
  chain: { chainId: 1, escrow: first.escrow, confirmations: 12, explorer: null },
  chains: [first, second, retired],
  disputes: {
    decidedBy: at('1'),
    days: 14,
    otherwise: 'Of the first contract.',
    source: 'contract',
    ledger: { decidedBy: at('9'), days: 21, otherwise: 'Of the ledger.' },
  },
  tokens: [token('ETH')],
}
const withoutContract: PublicConfig = {
  ...config,
  chain: null,
  chains: [retired],
  disputes: { decidedBy: at('9'), days: 21, otherwise: 'Of the ledger.' },
}
const inContract = (chainId: number, escrow: string): Place => ({ rail: 'chain', chainId, escrow })
const ofLedger = {
  decidedBy: at('9'),
  disputeDays: 21,
  reviewWindowHours: 24,
  otherwise: 'Of the ledger.',
  source: 'settings',
}

describe('who decides a dispute about a quest, and its times', () => {
  test.each([first, second, retired])(
    'are those of its own contract: $escrow',
    ({ chainId, escrow, terms }) =>
      expect(termsOf(config, inContract(chainId, escrow.toUpperCase().replace('X', 'x')))).toEqual(terms),
  )

  test.each([
    ['has contracts for new ones', config],
    ['has none', withoutContract],
  ])('are those of the settings in the ledger of a service that %s', (_, config) =>
    expect(termsOf(config, { rail: 'ledger' })).toEqual(ofLedger),
  )

  test.each([inContract(10, first.escrow), inContract(1, at('d')), { rail: 'chain' } as const])(
    'are not told of a contract that the service does not serve',
    place => expect(termsOf(config, place)).toBeNull(),
  )
})

describe('a new quest is put', () => {
  const chosenFor = (rewardToken: string, chainId?: number) =>
    placeOfNew(config, { rewardToken, ...(chainId !== undefined && { chainId }) })

  test('into the ledger where no contract takes it', () =>
    expect(placeOfNew(withoutContract, { rewardToken: 'ETH' })).toEqual({ rail: 'ledger' }))

  test('into the first contract that takes its token', () => {
    expect(chosenFor('eth')).toEqual(inContract(1, first.escrow))
    expect(chosenFor('usdc')).toEqual(inContract(10, second.escrow))
    expect(chosenFor('')).toEqual(inContract(1, first.escrow))
  })

  test('into a contract of the chain that it names', () =>
    expect(chosenFor('', 10)).toEqual(inContract(10, second.escrow)))
})
