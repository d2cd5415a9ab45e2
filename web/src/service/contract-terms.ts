import type { Funding, NewQuest, PublicConfig } from '@furrow/sdk'
import { sameAddress } from '../ui/address.ts'

export type ContractTerms = NonNullable<NonNullable<PublicConfig['chains']>[number]['terms']>

/** The place of a quest's money. */
export type Place = Pick<Funding, 'rail' | 'chainId' | 'escrow' | 'arbiter' | 'attester'>

/**
 * The arbiter of disputes about a quest kept there, and its times: a contract tells its own, the service tells its ledger's.
 * null for a contract unknown to the service: no other contract's terms apply to it. A deposit that keeps deciders of its own
 * names them.
 */
export function termsOf(config: PublicConfig, place: Place): ContractTerms | null {
  const { rail, chainId, escrow, arbiter } = place
  const { chains, disputes, reviewWindowHours } = config
  if (rail === 'chain') {
    const found = chains?.find(one => one.chainId === chainId && sameAddress(one.escrow, escrow))?.terms
    if (found === undefined || arbiter === undefined) return found ?? null
    const { attester: _, ...terms } = found
    return { ...terms, decidedBy: arbiter, ...(place.attester && { attester: place.attester }) }
  }
  const { days, ...terms } = disputes.ledger ?? disputes
  return { ...terms, reviewWindowHours, disputeDays: days, source: 'settings' }
}

/** The place of a new quest: the first contract that takes it, as the service chooses. */
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
