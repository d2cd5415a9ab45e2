import type { Assignment } from '@furrow/sdk'

/** Whether the contract keeps the farmer's money because the wallet did not take it. */
export function waitsInContract({ unpaid }: Assignment): boolean {
  return unpaid === 'farmer' || unpaid === 'both'
}
