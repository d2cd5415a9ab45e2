import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Step, steps } from './steps.ts'
import type { Form } from './use-form.ts'

/** The three steps, each open at any time; one that was tried and has a problem is marked, and so is one that was left without any. */
export function StepNav({ current, form: { problems, errorOf } }: { current: Step; form: Form }) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set([current.name]))
  if (!seen.has(current.name)) setSeen(new Set([...seen, current.name]))
  return (
    <nav aria-label={t`Steps`} className="lg:col-span-2">
      <ol className="grid grid-cols-[auto_auto_auto] gap-1 sm:grid-cols-3 sm:gap-2">
        {steps.map((step, index) => {
          const isWrong = step.fields.some(field => errorOf(field) !== undefined)
          const isDone =
            step !== current &&
            seen.has(step.name) &&
            step.fields.every(field => problems[field] === undefined)
          const edge = step === current ? 'border-moss text-ink' : 'border-line text-muted hover:border-muted'
          return (
            <li key={step.name} className="grid">
              <Link
                to="/quests/new"
                search={former => ({ ...former, step: step.name })}
                aria-current={step === current ? 'page' : undefined}
                className={`flex min-h-11 items-center gap-1.5 border-b-3 px-0.5 sm:gap-2 sm:px-1 py-2 text-sm font-semibold ${edge}`}
              >
                <span
                  aria-hidden="true"
                  className={`grid size-6 shrink-0 place-items-center rounded-full text-xs ${isWrong ? 'bg-danger-soft text-danger' : isDone ? 'bg-moss text-on-moss' : 'bg-soil-soft text-soil'}`}
                >
                  {isWrong ? '!' : isDone ? '✓' : index + 1}
                </span>
                {step.label}
                {isWrong && (
                  <span className="sr-only">
                    <Trans>: something is missing or wrong</Trans>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
