import type { Quest } from '@furrow/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSession } from '../auth/session.tsx'
import { furrow } from '../service/furrow.ts'
import { queryClient } from '../service/query-client.ts'
import { sentenceOf } from '../service/sentence-of.ts'
import { useToast } from '../ui/toast.tsx'

export type Kept = { readonly quest: Pick<Quest, 'id' | 'title'> }

const fresh = 60_000

/** Whether the reader keeps a quest, undefined until it is known, and the way to change that. All ids are asked for at once. */
export function useBookmark(id: string): { readonly kept: boolean | undefined; readonly toggle: () => void } {
  const { address } = useSession()
  const { say } = useToast()
  const queryKey = ['bookmarks', address]
  const { data: kept } = useQuery({
    queryKey,
    queryFn: async (): Promise<ReadonlySet<string>> => new Set(await furrow.quests.bookmarks.ids()),
    select: ids => ids.has(id),
    enabled: address !== null,
    staleTime: fresh,
  })
  const show = (keep: boolean) =>
    queryClient.setQueryData<ReadonlySet<string>>(queryKey, (ids = new Set()) =>
      keep ? new Set([...ids, id]) : new Set([...ids].filter(one => one !== id)),
    )
  const { mutate } = useMutation({
    // Two presses reach the service in their order.
    scope: { id: `bookmark ${id}` },
    mutationFn: (keep: boolean) =>
      keep ? furrow.quests.bookmarks.add(id) : furrow.quests.bookmarks.remove(id),
    async onMutate(keep) {
      await queryClient.cancelQueries({ queryKey })
      show(keep)
    },
    onError(error, keep) {
      show(!keep)
      say(sentenceOf(error), { tone: 'danger' })
    },
  })
  return { kept, toggle: () => mutate(!kept) }
}
