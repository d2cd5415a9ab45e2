import type { Call } from '../../rules/lifecycle/calls.ts'

/** The same call is never owed twice. */
export function callId(questId: string, owed: Call): string {
  if (owed.farmer === null) return `${owed.call}:${questId}`
  const first = `${owed.call}:${questId}:${owed.farmer}`
  if (owed.call === 'approve') return `${first}:${owed.until}`
  return owed.round === 0 ? first : `${first}:${owed.round}`
}
