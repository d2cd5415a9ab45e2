import { useQuery } from '@tanstack/react-query'
import { furrow } from '../../service/furrow.ts'
import type { BoardSearch } from './board-search.ts'

/**
 * "Mine" opens where the reader has something: the quests that they posted, else those that they took. A side that they
 * chose stays.
 */
export function useOwnSide(search: BoardSearch, reader: string | null): BoardSearch {
  const asks = search.status === 'mine' && !search.as && reader !== null
  const { data: posted } = useQuery({
    queryKey: ['quests', 'own-side', reader],
    queryFn: () => furrow.quests.list({ giver: reader as string, limit: '1' }),
    enabled: asks,
  })
  const nothing = asks && posted?.items.length === 0
  const { data: taken } = useQuery({
    queryKey: ['quests', 'own-side-taken', reader],
    queryFn: () => furrow.quests.list({ farmer: reader as string, limit: '1' }),
    enabled: nothing,
  })
  return nothing && (taken?.items.length ?? 0) > 0 ? { ...search, as: 'farmer' } : search
}
