import { eventValue, type QuestEvent } from './events/all.ts'
import type { Quest } from './quest.ts'

export function evolve(quest: Quest, event: QuestEvent, at: number): Quest {
  return eventValue(event).evolve(quest, event, at)
}

/** Never the same time twice, so that it identifies one state of the quest. */
export function stamp(quest: Quest, now: number): Quest {
  return { ...quest, updatedAt: Math.max(now, quest.updatedAt + 1) }
}
