import type { Address } from 'viem'

/** An address that a chain's people publish, and the page where it was read. */
export type Known = { readonly address: Address; readonly source: string }

/** Recommended settings of a chain; what no public page confirmed is left out. */
export type ChainAdvice = {
  readonly name: string
  /** Money there is worth nothing: keys may stand where a Safe should. */
  readonly isTest: boolean
  readonly coin: string
  readonly explorer: string
  readonly confirmations: string
  /** The layer that orders transactions may fail by itself. */
  readonly isRollup: boolean
  readonly uptimeFeed?: Known
  readonly usdc?: Known
  /** A court of Kleros (ERC-792), for `CourtArbiterV2`. */
  readonly court?: Known
}

const feeds = 'https://docs.chain.link/data-feeds/l2-sequencer-feeds'
const dollars = 'https://docs.gelato.cloud/1Balance/USDC-Addresess'
const testDollars = 'https://developer.interlace.money/docs/usdc-on-testing-networks'
const kleros = 'https://github.com/kleros/kleros-docs/blob/master/developer/deployment-addresses.md'

/** The issuer's own list, with which each address of USDC is to be compared. */
export const issuer = 'https://developers.circle.com/stablecoins/usdc-contract-addresses'

const rollup = { coin: 'ETH', isRollup: true, confirmations: 'finalized' } as const
const own = { isRollup: false } as const
const real = { isTest: false } as const
const test = { isTest: true } as const

export const chains: Readonly<Record<number, ChainAdvice>> = {
  1: {
    ...own,
    ...real,
    name: 'Ethereum',
    coin: 'ETH',
    explorer: 'https://etherscan.io',
    confirmations: '12',
    usdc: { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', source: dollars },
    court: { address: '0x988b3A538b618C7A603e1c11Ab82Cd16dbE28069', source: kleros },
  },
  10: {
    ...rollup,
    ...real,
    name: 'Optimism',
    explorer: 'https://optimistic.etherscan.io',
    uptimeFeed: { address: '0x371EAD81c9102C9BF4874A9075FFFf170F2Ee389', source: feeds },
    usdc: { address: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', source: dollars },
  },
  100: {
    ...own,
    ...real,
    name: 'Gnosis',
    coin: 'XDAI',
    explorer: 'https://gnosisscan.io',
    confirmations: '12',
    court: { address: '0x9C1dA9A04925bDfDedf0f6421bC7EEa8305F9002', source: kleros },
  },
  8453: {
    ...rollup,
    ...real,
    name: 'Base',
    explorer: 'https://basescan.org',
    uptimeFeed: { address: '0xBCF85224fc0756B9Fa45aA7892530B47e10b6433', source: feeds },
    usdc: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', source: dollars },
  },
  42161: {
    ...rollup,
    ...real,
    name: 'Arbitrum One',
    explorer: 'https://arbiscan.io',
    uptimeFeed: { address: '0xFdB631F5EE196F0ed6FAa767959853A9F217697D', source: feeds },
    usdc: { address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', source: dollars },
  },
  11155111: {
    ...own,
    ...test,
    name: 'Sepolia',
    coin: 'ETH',
    explorer: 'https://sepolia.etherscan.io',
    confirmations: '3',
    usdc: { address: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238', source: testDollars },
  },
  11155420: {
    ...rollup,
    ...test,
    name: 'OP Sepolia',
    explorer: 'https://sepolia-optimism.etherscan.io',
    confirmations: '3',
    usdc: { address: '0x5fd84259d66Cd46123540766Be93DFE6D43130D7', source: testDollars },
  },
  84532: {
    ...rollup,
    ...test,
    name: 'Base Sepolia',
    explorer: 'https://sepolia.basescan.org',
    confirmations: '3',
    usdc: { address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', source: testDollars },
  },
  421614: {
    ...rollup,
    ...test,
    name: 'Arbitrum Sepolia',
    explorer: 'https://sepolia.arbiscan.io',
    confirmations: '3',
    usdc: { address: '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d', source: testDollars },
  },
}

/** The chains on which a court is known, in words. */
export const chainsWithCourts = Object.entries(chains)
  .flatMap(([id, { name, court }]) => (court === undefined ? [] : `${name} (${id})`))
  .join(' and ')
