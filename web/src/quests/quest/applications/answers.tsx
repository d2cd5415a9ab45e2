import type { QuestionAnswer } from '@furrow/sdk'
import { t } from '@lingui/core/macro'

const longest = 140

/** The answers of an applicant, each below its question; a long one is folded to a line. */
export function Answers({ answers }: { answers: readonly QuestionAnswer[] | undefined }) {
  if (answers === undefined) return null
  return (
    <dl className="grid gap-2">
      {answers.map(({ question, answer }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and two may have lost the same question
        <div key={index} className="min-w-0 [overflow-wrap:anywhere]">
          <dt dir="auto" className="text-muted">
            {question || t`A question of a giver who left`}
          </dt>
          <dd dir="auto">
            {answer.length > longest || answer.includes('\n') ? (
              <details className="group">
                <summary className="line-clamp-1 cursor-pointer whitespace-pre-wrap group-open:line-clamp-none">
                  {answer}
                </summary>
              </details>
            ) : (
              answer
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
