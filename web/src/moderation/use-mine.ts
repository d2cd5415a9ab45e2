import type { OwnModeration } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../auth/session.tsx'
import { furrow } from '../service/furrow.ts'

/**
 * Moderators' decisions about what is the reader's own, and whether the reader moderates; undefined for a visitor and until
 * it is known.
 */
export function useMine() {
  const { address } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['moderation', 'mine', address],
    queryFn: () => furrow.moderation.mine(),
    enabled: address !== null,
  })
  const mine: OwnModeration | undefined = address === null ? undefined : data?.items
  return { mine, error, refetch }
}
