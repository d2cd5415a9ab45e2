import type { Assignment } from '@furrow/sdk'

/** Whether the contract keeps what the farmer won, since the wallet did not take it. */
export function waitsInContract({ unpaid }: Assignment): boolean {
  return unpaid === 'farmer' || unpaid === 'both'
}
