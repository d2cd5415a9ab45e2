import type { Quest } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryClient } from '../../../service/query-client.ts'
import { useAct } from '../../../service/use-act.ts'
import { type CommentsFrom, type Part, readAgain, readNewest, widened } from './part-of-thread.ts'
import { withFormer } from './with-former.ts'

const often = 20_000

/** The newest comments of a quest, and earlier ones on demand; what is new is asked for while somebody reads. */
export function useComments(questId: string) {
  const wanted = useRef<Part | null>(null)
  const queryKey = ['quests', questId, 'comments']
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const held = queryClient.getQueryData<CommentsFrom>(queryKey)
      const part =
        held === undefined ? await readNewest(questId) : await readAgain(held, wanted.current ?? held)
      // A wish that came while this was read is not forgotten.
      wanted.current ??= part
      return part
    },
    refetchInterval: often,
    structuralSharing: (former, read) => withFormer(former as CommentsFrom | undefined, read as CommentsFrom),
  })
  return {
    ...query,
    /** Keeps the comments from this number on too, or one page more, and loads them unless they are still there. */
    async reach(number?: number) {
      const now = wanted.current
      if (now === null) return
      wanted.current = widened(now, number)
      if (wanted.current.from < (query.data?.from ?? 1)) await query.refetch()
    },
    /** Only these are read from now on: the tab needs no memory for comments that it has folded away. */
    keep(part: Part) {
      if (wanted.current !== null) wanted.current = part
    },
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
