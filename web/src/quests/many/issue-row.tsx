import type { ImportedIssue } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { Input } from '../../ui/field.tsx'
import type { Typed } from '../post/quest-draft.ts'
import type { Row } from './rows.ts'
import { TokenInput } from './token-input.tsx'
import type { Outcome } from './use-posting.ts'

type IssueRowProps = {
  issue: ImportedIssue
  row: Row
  outcome: Outcome | undefined
  questId: string | null
  problems: Partial<Typed>
  /** It was sent, and may be posted: it stays as it is. */
  isSent: boolean
  onChange: (changes: Partial<Row>) => void
}

const rowShape =
  'align-top max-md:grid max-md:grid-cols-2 max-md:gap-3 max-md:rounded-2xl max-md:border max-md:border-line max-md:bg-card max-md:p-4 md:border-t md:border-line'

const link = 'inline-flex min-h-6 items-center justify-self-start text-moss underline'

export function IssueRow(props: IssueRowProps) {
  return props.questId === null ? <OpenRow {...props} /> : <PostedRow {...props} questId={props.questId} />
}

function PostedRow({ issue, outcome, questId }: IssueRowProps & { questId: string }) {
  return (
    <tr className={rowShape}>
      <td className="max-md:hidden" />
      <td colSpan={5} className="py-3 max-md:col-span-2 md:px-2">
        <span className="grid gap-1">
          <bdi className="font-semibold [overflow-wrap:anywhere]">{issue.title}</bdi>
          <span className="flex flex-wrap gap-x-3">
            <IssueLink issue={issue} />
            <Link to="/quests/$id" params={{ id: questId }} className={link}>
              {outcome === undefined ? t`It has a quest already` : t`Posted: its quest`}
            </Link>
          </span>
        </span>
      </td>
    </tr>
  )
}

function OpenRow({ issue, row, outcome, problems, isSent, onChange }: IssueRowProps) {
  const id = useId()
  const { number } = issue
  const { category: _, ...own } = problems
  const sentences = [...new Set(Object.values(own))]
  const bind = (name: keyof Omit<Row, 'chosen'>, label: string) => ({
    'aria-label': `${label} #${number}`,
    'aria-invalid': problems[name] ? true : undefined,
    'aria-describedby': problems[name] ? `${id}-error` : undefined,
    disabled: isSent,
    value: row[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <tr className={rowShape}>
      <td className="md:w-11 md:py-3">
        <label className="flex min-h-11 items-center gap-2 md:px-2">
          <input
            type="checkbox"
            className="size-5 accent-moss"
            aria-label={t`Post #${number}`}
            checked={row.chosen}
            onChange={event => onChange({ chosen: event.target.checked })}
          />
          <span className="md:hidden" aria-hidden="true">
            <Trans>Post</Trans>
          </span>
        </label>
      </td>
      <Cell name={t`Title`} className="max-md:order-first max-md:col-span-2">
        <Input dir="auto" maxLength={200} {...bind('title', t`Title`)} />
        <span className="text-sm">
          <IssueLink issue={issue} />
        </span>
        <RowNews outcome={outcome} isSent={isSent} />
        {sentences.length > 0 && (
          <span id={`${id}-error`} className="text-sm font-medium text-danger">
            {sentences.join(' ')}
          </span>
        )}
      </Cell>
      <Cell name={t`Reward`} className="md:w-28">
        <Input inputMode="decimal" {...bind('amount', t`Reward`)} />
      </Cell>
      <Cell name={t`Token`} className="md:w-28">
        <TokenInput {...bind('token', t`Token`)} />
      </Cell>
      <Cell name={t`Farmers`} className="md:w-24">
        <Input inputMode="numeric" {...bind('places', t`Farmers`)} />
      </Cell>
      <Cell name={t`Deadline`} className="max-md:col-span-2 md:w-44">
        <Input type="date" {...bind('deadline', t`Deadline`)} />
      </Cell>
    </tr>
  )
}

/** A column's name is in the table's head, and on a phone above its control. */
function Cell({ name, className, children }: { name: string; className: string; children: ReactNode }) {
  return (
    <td className={`md:px-2 md:py-3 ${className}`}>
      <span className="grid gap-1">
        <span className="text-sm font-semibold md:hidden" aria-hidden="true">
          {name}
        </span>
        {children}
      </span>
    </td>
  )
}

function IssueLink({ issue: { number, url } }: { issue: ImportedIssue }) {
  return (
    <a href={url} className={link}>
      <Trans>Issue #{number}</Trans>
    </a>
  )
}

function RowNews({ outcome, isSent }: { outcome: Outcome | undefined; isSent: boolean }) {
  if (outcome?.kind === 'posting')
    return (
      <span role="status" className="text-sm text-muted">
        <Trans>Posting…</Trans>
      </span>
    )
  return (
    <span role="alert" className="text-sm font-medium text-danger empty:hidden">
      {outcome?.kind === 'refused' && `${outcome.sentence} `}
      {isSent && t`It may be posted already. Post it again: it is not posted twice.`}
    </span>
  )
}
