import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { furrow } from '../service/furrow.ts'
import { ruleWords } from './rule-words.ts'

/** The rules for points, in a season of so many days. */
export function Rules({ days }: { days: number }) {
  const { data } = useQuery({
    queryKey: ['leaderboard', 'rules'],
    queryFn: () => furrow.leaderboardRules(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  return (
    <section id="rules" className="grid gap-3 border-t border-line pt-5">
      <h2 className="text-xl font-semibold">
        <Trans>What counts</Trans>
      </h2>
      <dl className="grid gap-x-10 gap-y-3 text-sm sm:grid-cols-2">
        {data.rules.map(rule => {
          const { title, text } = ruleWords(rule, data.pointsFor, days)
          return (
            <div key={rule.id} className="grid gap-0.5">
              <dt className="font-semibold">{title}</dt>
              <dd className="text-muted">{text}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
