import type { Funding, PublicConfig } from '@furrow/sdk'
import { sameAddress } from '../ui/address.ts'

export type ContractTerms = NonNullable<NonNullable<PublicConfig['chains']>[number]['terms']>

/** Who decides disputes about what is in a contract, and its times: as it says itself, where the service has asked it. */
export function termsOfContract(
  { chains, disputes, reviewWindowHours }: PublicConfig,
  { chainId, escrow }: Pick<Funding, 'chainId' | 'escrow'>,
): ContractTerms {
  const own = chains?.find(one => one.chainId === chainId && sameAddress(one.escrow, escrow ?? null))
  const { decidedBy, days: disputeDays, otherwise } = disputes
  return own?.terms ?? { decidedBy, reviewWindowHours, disputeDays, otherwise, source: 'settings' }
}
