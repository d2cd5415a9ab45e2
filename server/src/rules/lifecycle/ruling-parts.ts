import { fromUnits, partOf } from '@furrow/sdk/amount'
import type { Deposit } from './quest.ts'

/** The two parts of a ruling, as exact digits: the contract rounds the farmer's down. */
export function partsBy({ amountEach, decimals }: Deposit, share: number) {
  const toFarmer = partOf(amountEach, share)
  return { paid: fromUnits(toFarmer, decimals), refunded: fromUnits(amountEach - toFarmer, decimals) }
}
