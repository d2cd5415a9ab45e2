import { useAct } from '../service/use-act.ts'

/** A change of a quest: whatever shows quests, and what is known of the people in them, is asked for again. */
export function useQuestAct<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  done?: string,
) {
  return useAct(act, {
    invalidate: [['quests'], ['reputation'], ['tasks']],
    ...(done !== undefined && { done }),
  })
}
