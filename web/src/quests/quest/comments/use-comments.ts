import type { CommentQuery, Quest, QuestComments } from '@furrow/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { furrow } from '../../../service/furrow.ts'
import { useAct } from '../../../service/use-act.ts'

export type Order = NonNullable<CommentQuery['order']>

const often = 20_000

/** The comments of a quest, page after page; what others write is asked for while one reads. */
export function useComments(questId: string, order: Order) {
  return useInfiniteQuery({
    queryKey: ['quests', questId, 'comments', order],
    queryFn: ({ pageParam }) =>
      furrow.quests.comments(questId, { order, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.cursor,
    select: ({ pages }) => ({
      // What holds of all of them is newest in the page that was asked for last.
      thread: pages.at(-1)?.items as QuestComments,
      comments: pages.flatMap(({ items }) => items.comments),
    }),
    refetchInterval: often,
  })
}

/** A change of the comments: they are asked for again, and how many the quest has. */
export function useCommentAct<Input = void, Output = unknown>(
  { id }: Quest,
  act: (input: Input) => Promise<Output>,
  done?: string,
) {
  return useAct(act, { invalidate: [['quests', id]], ...(done !== undefined && { done }) })
}
