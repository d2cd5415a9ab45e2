import { useQuery } from '@tanstack/react-query'
import { furrow } from '../service/furrow.ts'

/** As many as the history has events. */
const limit = '100'

/**
 * The titles of the quests that somebody took or gave, by their ids; undefined until they are asked for. Hidden quests, and
 * those of long ago, have none here.
 */
export function useTitles(address: string): ReadonlyMap<string, string> | undefined {
  const { data, isPending } = useQuery({
    queryKey: ['reputation', address.toLowerCase(), 'titles'],
    async queryFn() {
      const pages = await Promise.all([
        furrow.quests.list({ farmer: address, limit }),
        furrow.quests.list({ giver: address, limit }),
      ])
      return pages.flatMap(({ items }) => items.map(({ id, title }) => [id, title] as const))
    },
  })
  return isPending ? undefined : new Map(data)
}
