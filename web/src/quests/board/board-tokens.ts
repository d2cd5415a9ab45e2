import type { Quest } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { furrow } from '../../service/furrow.ts'
import { type BoardSearch, isFiltered, lacksToken } from './board-search.ts'

/** As many quests as tell of every token of a board that people look through. */
const looked = '200'

/**
 * The tokens of the quests that the search finds, the most common first: an order by reward leads to none that is not there.
 * Asked for only where the order lacks its token; undefined until they are known.
 */
export function useBoardTokens(
  search: BoardSearch,
  query: object | null,
  shown: readonly Quest[],
  more: boolean,
): readonly string[] | undefined {
  const { data } = useQuery({
    queryKey: ['quests', 'tokens', query],
    queryFn: () => furrow.quests.list({ ...query, limit: looked }),
    enabled: query !== null && lacksToken(search) && more,
    staleTime: 60_000,
  })
  // The newest open quests may have one token alone where the board has more.
  const overview = useQuery({
    queryKey: ['quests', 'overview'],
    queryFn: () => furrow.overview(),
    enabled: lacksToken(search) && more && (search.status ?? 'open') === 'open' && !isFiltered(search),
  })
  if (more && data === undefined) return undefined
  const rewards = overview.data?.rewards.map(({ token }) => token) ?? []
  return [...new Set([...tokensOf(more ? (data?.items ?? []) : shown), ...rewards])]
}

/** The tokens of quests, the most common first. */
function tokensOf(quests: readonly Quest[]): readonly string[] {
  return [...Map.groupBy(quests, quest => quest.rewardToken)]
    .toSorted(([one, a], [other, b]) => b.length - a.length || one.localeCompare(other))
    .map(([token]) => token)
}
