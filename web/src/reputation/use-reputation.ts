import { useQuery } from '@tanstack/react-query'
import { furrow } from '../service/furrow.ts'

/** The reviews and points of an address. */
export function useReputation(address: string) {
  return useQuery({
    queryKey: ['reputation', address.toLowerCase()],
    queryFn: () => furrow.reputation(address),
  })
}
