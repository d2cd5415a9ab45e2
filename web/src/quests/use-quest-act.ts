import { useAct } from '../service/use-act.ts'

/** A change of a quest: everything that shows quests, and the data about its people, is asked for again. */
export function useQuestAct<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  done?: string,
) {
  return useAct(act, {
    invalidate: [['quests'], ['reputation'], ['tasks']],
    ...(done !== undefined && { done }),
  })
}
