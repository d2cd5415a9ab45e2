import { queryOptions } from '@tanstack/react-query'
import { furrow } from '../service/furrow.ts'

/** The signed-in reader's profile; the first look makes it. */
export function ownProfile(address: string) {
  return queryOptions({
    queryKey: ['profile', address.toLowerCase()],
    queryFn: () => furrow.profile.get(address, { init: true }),
  })
}
