import type { Address } from '../../ground/address.ts'
import type { EventsConfig } from '../../ground/config/events.ts'
import { HttpError, TooManyRequestsError } from '../../ground/errors.ts'
import { clientOf, siteOf, sitesShare } from '../../ground/http/networks.ts'

/** In seconds: clients without a stream poll instead, and have time to come again. */
const comeAgain = 60

export function boundStreams({ all, ofNetwork, ofWallet }: EventsConfig) {
  const open = new Map<string, number>()
  let count = 0

  return {
    get count() {
      return count
    },
    /** Returns the function that counts the stream out. @throws HttpError 503 for a full process, TooManyRequestsError for a network or wallet. */
    enter(ip: string, address: Address | null): () => void {
      if (count >= all) throw new HttpError('busy', 'There are too many streams of events; ask now and then.')
      const site = siteOf(ip)
      const bounds: [key: string, most: number][] = [[clientOf(ip), ofNetwork]]
      if (site !== null) bounds.push([site, ofNetwork * sitesShare])
      if (address !== null) bounds.push([address, ofWallet])
      if (bounds.some(([key, most]) => most > 0 && (open.get(key) ?? 0) >= most))
        throw new TooManyRequestsError(
          comeAgain,
          'There are too many streams of events of your network or wallet; ask now and then.',
          { code: 'too-many-streams' },
        )
      count++
      for (const [key] of bounds) open.set(key, (open.get(key) ?? 0) + 1)
      return () => {
        count--
        for (const [key] of bounds) {
          const left = (open.get(key) ?? 1) - 1
          if (left === 0) open.delete(key)
          else open.set(key, left)
        }
      }
    },
  }
}
