import type { Quest, QuestComment, QuestComments } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { furrow } from '../../../service/furrow.ts'
import { useAct } from '../../../service/use-act.ts'

const often = 20_000
const pageSize = 50

/** The comments from one on, the oldest first, and the properties of the whole thread. */
export type CommentsFrom = {
  readonly thread: QuestComments
  readonly comments: readonly QuestComment[]
  /** The number of the first loaded comment; 1 where there are no earlier ones. */
  readonly from: number
}

/** The newest comments of a quest, and earlier ones on demand; asked again while somebody reads. */
export function useComments(questId: string) {
  // Moves only when somebody reads back, never by itself: the shown comments stay.
  const from = useRef<number | null>(null)
  const query = useQuery({
    queryKey: ['quests', questId, 'comments'],
    queryFn: async () => {
      const page = from.current === null ? await readNewest(questId) : await readFrom(questId, from.current)
      from.current = page.from
      return page
    },
    refetchInterval: often,
  })
  return {
    ...query,
    /** Loads the comments from this number on too, or one page more. */
    async reach(number?: number) {
      const now = from.current ?? 1
      from.current = Math.max(1, Math.min(now, number ?? now - pageSize))
      if (from.current < now) await query.refetch()
    },
  }
}

async function readNewest(questId: string): Promise<CommentsFrom> {
  const { items } = await furrow.quests.comments(questId, { order: 'newest', limit: String(pageSize) })
  const comments = items.comments.toReversed()
  return { thread: items, comments, from: comments[0]?.number ?? 1 }
}

async function readFrom(questId: string, from: number): Promise<CommentsFrom> {
  const comments: QuestComment[] = []
  for (let cursor: string | null = String(from - 1); ; ) {
    const page: Awaited<ReturnType<typeof furrow.quests.comments>> = await furrow.quests.comments(questId, {
      order: 'oldest',
      limit: '100',
      cursor: cursor as string,
    })
    comments.push(...page.items.comments)
    cursor = page.cursor
    if (cursor === null) return { thread: page.items, comments, from }
  }
}

/** A change of the comments: they are asked for again, and so is the quest's count of them. */
export function useCommentAct<Input = void, Output = unknown>(
  { id }: Quest,
  act: (input: Input) => Promise<Output>,
  done?: string,
) {
  return useAct(act, { invalidate: [['quests', id]], ...(done !== undefined && { done }) })
}
