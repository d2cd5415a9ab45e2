import { useQuery } from '@tanstack/react-query'
import { useSession } from '../auth/session.tsx'
import { furrow } from '../service/furrow.ts'
import { often } from '../service/often.ts'

const pollEvery = 30_000

/** The reader's tasks, the first due at the top. */
export function useTasks(limit: number) {
  const { address } = useSession()
  return useQuery({
    queryKey: ['tasks', address, limit],
    queryFn: () => furrow.tasks.list({ limit: String(limit) }),
    enabled: address !== null,
    refetchInterval: () => often(pollEvery),
  })
}
