import type { Funding, NewQuest, PublicConfig } from '@furrow/sdk'
import { sameAddress } from '../ui/address.ts'

export type ContractTerms = NonNullable<NonNullable<PublicConfig['chains']>[number]['terms']>

/** Where the money of a quest is. */
export type Place = Pick<Funding, 'rail' | 'chainId' | 'escrow'>

/**
 * Who decides disputes about a quest that is kept there, and its times: a contract says that itself, the service does of its
 * ledger. null of a contract that the service does not tell of: no other one's terms are its.
 */
export function termsOf(config: PublicConfig, { rail, chainId, escrow }: Place): ContractTerms | null {
  const { chains, disputes, reviewWindowHours } = config
  if (rail === 'chain')
    return chains?.find(one => one.chainId === chainId && sameAddress(one.escrow, escrow))?.terms ?? null
  const { decidedBy, days, otherwise } = disputes.ledger ?? disputes
  return { decidedBy, reviewWindowHours, disputeDays: days, otherwise, source: 'settings' }
}

/** Where a new quest is put: into the first contract that takes it, as the service chooses. */
export function placeOfNew(
  { chain, chains = [] }: Pick<PublicConfig, 'chain' | 'chains'>,
  { chainId, rewardToken }: Pick<NewQuest, 'chainId' | 'rewardToken'>,
): Place {
  if (chain === null) return { rail: 'ledger' }
  const own = chains.filter(one => one.active && (chainId === undefined || one.chainId === chainId))
  const symbol = rewardToken.toUpperCase()
  const taken = own.find(({ tokens }) => tokens.some(token => token.symbol === symbol)) ?? own[0] ?? chain
  return { rail: 'chain', chainId: taken.chainId, escrow: taken.escrow }
}
