import { furrow } from '../service/furrow.ts'

/** One quest, as every page that shows it keeps it. */
export const questQuery = (id: string) => ({
  queryKey: ['quests', id],
  queryFn: () => furrow.quests.get(id),
})
