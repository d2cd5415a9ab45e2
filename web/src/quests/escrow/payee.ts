import type { Quest } from '@furrow/sdk'
import { sameAddress } from '../../ui/address.ts'

/** The contract's name of a farmer: the account that pays the payees, where a team shares the place or it stands for all prizes. */
export function payeeOf({ farmers }: Pick<Quest, 'farmers'>, farmer: string): string {
  return farmers.find(({ address }) => sameAddress(address, farmer))?.split?.account ?? farmer
}
