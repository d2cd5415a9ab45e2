import type { ImportedIssue, ImportedIssues } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useKept } from '../../auth/use-kept.ts'
import { useAct } from '../../service/use-act.ts'
import { useConfig } from '../../service/use-config.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { usualToken } from '../post/quest-draft.ts'
import { FillAll } from './fill-all.tsx'
import { IssueRow } from './issue-row.tsx'
import { isForgotten, nothingKept, problemsIn, type Row, rowOf, settle, sumsOf } from './rows.ts'
import { usePosting } from './use-posting.ts'

type IssuesProps = {
  /** The name under which typed values are kept. */
  name: string
  found: ImportedIssues
  /** Asks for the list again. */
  look: () => Promise<readonly ImportedIssue[]>
}

export function Issues({ name, found: { issues, more }, look }: IssuesProps) {
  const config = useConfig()
  const [kept, setKept] = useKept(name, nothingKept)
  useEffect(() => setKept(former => settle(former, issues, Date.now())), [issues, setKept])
  const { outcomes, post } = usePosting(kept, setKept)
  const [hasTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const rows = issues.map(issue => {
    const row = rowOf(kept, issue, usualToken(config))
    const outcome = outcomes.get(issue.number)
    const questId = outcome?.kind === 'posted' ? outcome.questId : issue.questId
    return { issue, row, outcome, questId, problems: problemsIn(issue, row, kept.category, config) }
  })
  const open = rows.filter(({ questId }) => questId === null)
  const chosen = open.filter(({ row }) => row.chosen)
  const posted = rows.filter(({ outcome }) => outcome?.kind === 'posted').length
  const { length: count } = chosen

  const change = (changes: Partial<Row>, of: typeof rows) =>
    setKept(former => ({
      ...former,
      rows: {
        ...former.rows,
        ...Object.fromEntries(of.map(({ issue, row }) => [issue.number, { ...row, ...changes }])),
      },
    }))

  const postChosen = useAct(async () => {
    // A key that the service forgot keeps nothing from being posted twice; the list does.
    const isLate = chosen.some(({ issue }) => isForgotten(kept.sent[issue.number], Date.now()))
    const fresh = isLate ? await look() : issues
    const done = new Set(fresh.flatMap(({ number, questId }) => (questId === null ? [] : [number])))
    await post(chosen.filter(({ issue }) => !done.has(issue.number)))
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const isWrong = chosen.some(
      ({ issue, problems }) => !kept.sent[issue.number] && Object.keys(problems).length > 0,
    )
    if (!isWrong) return postChosen.mutate()
    // Its sentence is there after the next frame.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  const category = chosen.find(({ problems }) => problems.category)?.problems.category
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
      <fieldset disabled={postChosen.isPending} className="contents">
        <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
          <FillAll
            onFill={values =>
              change(
                values,
                open.filter(({ issue }) => !kept.sent[issue.number]),
              )
            }
          />
          <div className="min-w-0 basis-48">
            <Field label={t`Category`} error={hasTried ? category : undefined}>
              {bound => (
                <Input
                  {...bound}
                  name="category"
                  value={kept.category}
                  onChange={event => setKept({ ...kept, category: event.target.value })}
                />
              )}
            </Field>
          </div>
        </div>
        {open.length > 0 && (
          <ChooseAll chosen={count} all={open.length} onChoose={chosen => change({ chosen }, open)} />
        )}
        <IssueTable>
          {rows.map(one => (
            <IssueRow
              key={one.issue.number}
              {...one}
              problems={hasTried && one.row.chosen ? one.problems : {}}
              isSent={kept.sent[one.issue.number] !== undefined}
              onChange={changes => change(changes, [one])}
            />
          ))}
        </IssueTable>
      </fieldset>
      {more && (
        <p className="text-muted">
          <Trans>There are more issues with this label: these are the newest.</Trans>
        </p>
      )}
      {config.chain && <PayInLater />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={postChosen.isPending} disabled={count === 0}>
          {plural(count, { one: 'Post # quest', other: 'Post # quests' })}
        </Button>
        <Sums rows={chosen.map(({ row }) => row)} />
        <span role="status">
          {posted > 0 && plural(posted, { one: '# quest is posted.', other: '# quests are posted.' })}
        </span>
      </div>
    </form>
  )
}

/** As much as the button promises. */
function Sums({ rows }: { rows: readonly Row[] }) {
  const sums = sumsOf(rows)
  if (sums.length === 0) return null
  return (
    <p>
      <span className="text-muted">
        <Trans>Rewards in all:</Trans>
      </span>{' '}
      {sums.map(sum => (
        <span key={sum.token} className="mr-3 inline-block">
          <Amount {...sum} />
        </span>
      ))}
    </p>
  )
}

type ChooseAllProps = { chosen: number; all: number; onChoose: (chosen: boolean) => void }

function ChooseAll({ chosen, all, onChoose }: ChooseAllProps) {
  return (
    <label className="flex min-h-11 items-center gap-2 justify-self-start md:px-2">
      <input
        type="checkbox"
        className="size-5 accent-moss"
        checked={chosen === all}
        ref={box => {
          if (box) box.indeterminate = chosen > 0 && chosen < all
        }}
        onChange={event => onChoose(event.target.checked)}
      />
      <Trans>Choose all</Trans>
    </label>
  )
}

/** On a phone each row is a card. */
function IssueTable({ children }: { children: ReactNode }) {
  return (
    <table className="w-full border-collapse max-md:block">
      <thead className="text-left text-sm max-md:sr-only">
        <tr>
          {[t`Post`, t`Title`, t`Reward`, t`Token`, t`Farmers`, t`Deadline`].map(head => (
            <th key={head} scope="col" className="px-2 pb-2 font-semibold">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:gap-4">{children}</tbody>
    </table>
  )
}

function PayInLater() {
  return (
    <p>
      <Trans>
        The quests are posted unpaid. Pay each one in from its page: farmers can join after that.{' '}
        <Link to="/tasks" className="text-moss underline">
          Your tasks
        </Link>{' '}
        list them.
      </Trans>
    </p>
  )
}
