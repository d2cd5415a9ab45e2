import { eventKinds, events, isEventKind } from './all.ts'

const ofAnyKind = [...new Set(eventKinds.flatMap((kind): readonly string[] => events[kind].words))]

/** For an unknown kind, all possible names. */
export function wordsOf(kind: string): readonly string[] {
  return isEventKind(kind) ? events[kind].words : ofAnyKind
}
