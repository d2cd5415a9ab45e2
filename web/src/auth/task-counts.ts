import type { TaskCounts } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { furrow } from '../service/furrow.ts'
import { often } from '../service/often.ts'
import { useSession } from './session.tsx'

const pollEvery = 20_000

/** The number of waiting tasks of each kind; asked again while the page is looked at. */
export function useTaskCounts(): TaskCounts | undefined {
  const { address } = useSession()
  const { data } = useQuery({
    queryKey: ['tasks', address, 'counts'],
    queryFn: () => furrow.tasks.counts(),
    enabled: address !== null,
    refetchInterval: () => often(pollEvery),
  })
  return address === null ? undefined : data
}

/** Letters are left out: they have a count of their own. */
export function sumOf({ letters: _, ...others }: TaskCounts): number {
  return Object.values(others).reduce((sum, count) => sum + count, 0)
}
