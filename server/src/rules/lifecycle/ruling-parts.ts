import { fromUnits, wholeShare } from '@furrow/sdk/amount'
import type { Deposit } from './quest.ts'

/** What a ruling gives to each, as exact digits: the contract rounds the farmer's part down. */
export function partsBy({ amountEach, decimals }: Deposit, share: number) {
  const toFarmer = (amountEach * BigInt(share)) / BigInt(wholeShare)
  return { paid: fromUnits(toFarmer, decimals), refunded: fromUnits(amountEach - toFarmer, decimals) }
}
