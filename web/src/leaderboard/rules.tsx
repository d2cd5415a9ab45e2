import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { furrow } from '../service/furrow.ts'

/** The rules for points, in the service's own words. */
export function Rules() {
  const { data } = useQuery({
    queryKey: ['leaderboard', 'rules'],
    queryFn: () => furrow.leaderboardRules(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  return (
    <section id="rules" className="grid gap-3">
      <h2 className="text-xl font-semibold">
        <Trans>What counts</Trans>
      </h2>
      <dl className="grid max-w-prose gap-3 text-sm">
        {data.rules.map(({ id, title, text }) => (
          <div key={id} className="grid gap-0.5">
            <dt className="font-semibold">{title}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
