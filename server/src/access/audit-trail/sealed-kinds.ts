import type { QuestEventKind } from '@furrow/sdk/contract'
import { eventKinds, events } from '../../rules/lifecycle/events/all.ts'

/** The kinds of event that the audit log seals for ever: each moves money, or decides where money goes. */
export const sealedKinds: readonly QuestEventKind[] = eventKinds.filter(isSealed)

export function isSealed(kind: QuestEventKind): boolean {
  return events[kind].movesMoney
}
