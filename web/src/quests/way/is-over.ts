import type { Quest } from '@furrow/sdk'

/** Whether a quest has ended: nobody takes, changes or adds to it any more. */
export function isOver({ status }: Pick<Quest, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled'
}
