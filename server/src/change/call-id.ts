import type { Call } from '../lifecycle/calls.ts'

/** Says what a call of the contract is for, so that the same thing is never owed twice. */
export function callId(questId: string, { call, farmer }: Call): string {
  return farmer === null ? `${call}:${questId}` : `${call}:${questId}:${farmer}`
}
