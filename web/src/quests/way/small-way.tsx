import type { Quest } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type SmallStep, SmallSteps } from '../../ui/small-steps.tsx'
import { Countdown } from '../../ui/time.tsx'
import { type Step, type Way, wayOf } from './way.ts'

/** The way of the money of a quest in little room: its progress, and the next step in a few words. */
export function SmallWay({ quest, className = '' }: { quest: Quest; className?: string }) {
  const way = wayOf(quest)
  return (
    <span className={`flex min-w-0 items-center gap-3 text-sm ${className}`}>
      <SmallSteps steps={smallSteps(way)} className="w-20 shrink-0" />
      <span className="min-w-0 sm:truncate">
        <Next quest={quest} way={way} />
      </span>
    </span>
  )
}

export function smallSteps({ steps, places }: Way): readonly SmallStep[] {
  return steps.map(step => ({ key: step.key, ...smallStep(step, places) }))
}

function smallStep({ key, state, reached, waiting }: Step, places: number): Omit<SmallStep, 'key'> {
  const isMoney = key === 'funds' || key === 'paid'
  if (state === 'disputed') return { through: 1, tone: 'wrong' }
  if (state === 'now' && reached === 0) return { through: waiting > 0 ? 0.5 : 0, tone: 'waiting' }
  return { through: reached / places, tone: isMoney ? 'money' : 'done' }
}

/** The most important next step, for a reader who looks for a quest, or after one. */
function Next({ quest, way: { steps, places, fork } }: { quest: Quest; way: Way }): ReactNode {
  const [funds, taken, handedIn, review, paid] = steps as [Step, Step, Step, Step, Step]
  const { waiting: inReview } = review
  const { waiting: free } = taken
  const { waiting: atWork } = handedIn
  if (fork && fork.open > 0)
    return (
      <span className="font-medium text-danger">
        {fork.until ? (
          <Trans>
            Disputed <Countdown to={fork.until} />
          </Trans>
        ) : (
          <Trans>Disputed</Trans>
        )}
      </span>
    )
  if (quest.status === 'cancelled') return t`Cancelled`
  if (review.waiting > 0 && review.until)
    return (
      <span className="font-medium text-slate">
        {inReview > 1 ? (
          <Trans>
            Review of {inReview} <Countdown to={review.until} clock />
          </Trans>
        ) : (
          <Trans>
            Review <Countdown to={review.until} clock />
          </Trans>
        )}
      </span>
    )
  if (quest.status === 'completed')
    return paid.state === 'back' ? paid.label : countOf(paid.label, paid.reached, places)
  if (funds.waiting > 0) return funds.label
  if (quest.paused) return t`Takes no farmers for now`
  if (free > 0) return plural(places, { one: `${free} of # place free`, other: `${free} of # places free` })
  return atWork > 1 ? plural(atWork, { one: '# at work', other: '# at work' }) : t`At work`
}

function countOf(label: string, count: number, places: number): string {
  return places === 1 ? label : t`${label}: ${count} of ${places}`
}
