import type { Assignment } from '@furrow/sdk'

/** Whether the giver may free the place now, as far as this clock says; the service decides. */
export function mayFree(
  { idleAt, status }: Pick<Assignment, 'idleAt' | 'status'>,
  now = Date.now(),
): boolean {
  return status === 'accepted' && idleAt !== null && Date.parse(idleAt) <= now
}
