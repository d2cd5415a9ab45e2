import type { Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../auth/session.tsx'
import { furrow } from '../service/furrow.ts'
import { often } from '../service/often.ts'
import { sameAddress } from '../ui/address.ts'
import { Amount, plainAmount } from '../ui/amount.tsx'
import { rows } from '../ui/section.tsx'
import { When } from '../ui/time.tsx'

const limit = '100'

/** The reader's places whose work is not handed in yet: nobody waits for them to do it today, and they are not forgotten. */
export function RunningWork() {
  const { address } = useSession()
  const { data = [] } = useQuery({
    queryKey: ['quests', 'running', address],
    queryFn: () => readRunning(address as string),
    enabled: address !== null,
    refetchInterval: () => often(60_000),
  })
  const running = data.flatMap(quest => {
    const place = placeOf(quest, address)
    return place ? [{ quest, place }] : []
  })
  if (running.length === 0) return null
  return (
    <section aria-labelledby="running-work" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="running-work" className="text-xl font-semibold">
        <Trans>You work on</Trans>
      </h2>
      <ul className={rows}>
        {running.map(({ quest, place }) => (
          <li key={quest.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
            <Link
              to="/quests/$id"
              params={{ id: quest.id }}
              className="min-w-0 font-semibold underline [overflow-wrap:anywhere]"
            >
              <bdi>{quest.title}</bdi>
            </Link>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <Amount amount={plainAmount(quest.rewardAmount)} token={quest.rewardToken} />
              {place.expiresAt && (
                <span>
                  <Trans>
                    your place ends <When at={place.expiresAt} />
                  </Trans>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A quest with free places is open though some work on it; a full one is in progress. */
async function readRunning(farmer: string): Promise<readonly Quest[]> {
  const pages = await Promise.all(
    (['open', 'in-progress'] as const).map(status => furrow.quests.list({ farmer, status, limit })),
  )
  return pages.flatMap(({ items }) => items)
}

function placeOf({ farmers }: Quest, reader: string | null) {
  return farmers.find(({ address, status }) => status === 'accepted' && sameAddress(address, reader))
}
