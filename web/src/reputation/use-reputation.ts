import { useQuery } from '@tanstack/react-query'
import { furrow } from '../service/furrow.ts'

/** What others say of an address, and the points that it has. */
export function useReputation(address: string) {
  return useQuery({
    queryKey: ['reputation', address.toLowerCase()],
    queryFn: () => furrow.reputation(address),
  })
}
