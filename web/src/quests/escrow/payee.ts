import type { Quest } from '@furrow/sdk'
import { sameAddress } from '../../ui/address.ts'

/** What the contract calls a farmer: of a place that a team shares, or that stands for all prizes, the account that pays their payees. */
export function payeeOf({ farmers }: Pick<Quest, 'farmers'>, farmer: string): string {
  return farmers.find(({ address }) => sameAddress(address, farmer))?.split?.account ?? farmer
}
