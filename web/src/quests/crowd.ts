import type { Quest } from '@furrow/sdk'

const few = 3

/** Whether a giver needs a desk: a card for each farmer would fill screens. */
export function isCrowd({ farmers }: Pick<Quest, 'farmers'>): boolean {
  return farmers.length > few
}
