import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { furrow } from '../service/furrow.ts'
import { isNarrow } from '../ui/narrow.ts'
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
    // Fifteen rules would be three screens of a phone: there they are unfolded by who wants them.
    <details id="rules" open={!isNarrow()} className="border-t border-line pt-5">
      <summary className="min-h-8 cursor-pointer">
        <h2 className="inline text-xl font-semibold">
          <Trans>What counts</Trans>
        </h2>
      </summary>
      <dl className="mt-3 grid gap-x-10 gap-y-3 text-sm sm:grid-cols-2">
        {data.rules.map(rule => {
          const { title, text } = ruleWords(rule, data.pointsFor, days)
          return (
            <div key={rule.id} className="grid content-start gap-0.5">
              <dt className="font-semibold">{title}</dt>
              <dd className="text-muted">{text}</dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}
