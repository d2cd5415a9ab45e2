import type { Quest } from '@furrow/sdk'
import type { ReactNode } from 'react'
import { type SmallStep, SmallSteps } from '../../ui/small-steps.tsx'
import { Countdown } from '../../ui/time.tsx'
import { type Step, type Way, wayOf } from './way.ts'

/** The way of the money of a quest where there is little room: how far it is, and in a few words what comes next. */
export function SmallWay({ quest, className = '' }: { quest: Quest; className?: string }) {
  const way = wayOf(quest)
  return (
    <span className={`flex min-w-0 items-center gap-3 text-sm ${className}`}>
      <SmallSteps steps={smallSteps(way)} className="w-20 shrink-0" />
      <span className="min-w-0 truncate">
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

/** The one thing that matters of it to who looks for a quest, or after one. */
function Next({ quest, way: { steps, places, fork } }: { quest: Quest; way: Way }): ReactNode {
  const [funds, taken, handedIn, review, paid] = steps as [Step, Step, Step, Step, Step]
  if (fork && fork.open > 0)
    return (
      <span className="font-medium text-danger">
        Disputed
        {fork.until && (
          <>
            {' '}
            <Countdown to={fork.until} />
          </>
        )}
      </span>
    )
  if (quest.status === 'cancelled') return 'Cancelled'
  if (review.waiting > 0 && review.until)
    return (
      <span className="font-medium text-slate">
        Review{review.waiting > 1 && ` of ${review.waiting}`} <Countdown to={review.until} clock />
      </span>
    )
  if (quest.status === 'completed')
    return paid.state === 'back' ? paid.label : countOf(paid.label, paid.reached, places)
  if (funds.waiting > 0) return funds.label
  if (quest.paused) return 'Takes no farmers for now'
  if (taken.waiting > 0) return `${taken.waiting} of ${places} ${places === 1 ? 'place' : 'places'} free`
  return handedIn.waiting > 1 ? `${handedIn.waiting} at work` : 'At work'
}

function countOf(label: string, count: number, places: number): string {
  return places === 1 ? label : `${label}: ${count} of ${places}`
}
