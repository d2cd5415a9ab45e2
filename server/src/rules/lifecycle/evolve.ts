import { eventValue, type QuestEvent } from './events/all.ts'
import type { Quest } from './quest.ts'

/** The quest after the event. It asks nothing and refuses nothing: the event has happened. */
export function evolve(quest: Quest, event: QuestEvent, at: number): Quest {
  return eventValue(event).evolve(quest, event, at)
}

/** When it was last updated, after a command that changed it: never the same twice, so that it tells one state from another. */
export function stamp(quest: Quest, now: number): Quest {
  return { ...quest, updatedAt: Math.max(now, quest.updatedAt + 1) }
}
