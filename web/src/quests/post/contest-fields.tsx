import { mostPrizes } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AttachText } from '../../files/attach.tsx'
import { useConfig } from '../../service/use-config.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { CommonFields } from './common-fields.tsx'
import {
  addPrize,
  type ContestProblems,
  mostEntriesOf,
  removePrize,
  sumOfPrizes,
  type TypedContest,
} from './contest-draft.ts'
import { useVoters } from './use-voters.ts'

type FieldsProps = {
  contest: TypedContest
  problems: ContestProblems
  onChange: (next: Partial<TypedContest>) => void
}

const bindTo =
  ({ contest, onChange }: FieldsProps) =>
  (name: 'title' | 'entriesUntil' | 'decideUntil' | 'maxEntries') => ({
    value: contest[name],
    onChange: ({ target: { value } }: { target: { value: string } }) => onChange({ [name]: value }),
  })

/** The work that entries are to do. */
export function ContestWork(props: FieldsProps) {
  const { contest, problems, onChange } = props
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl font-semibold">
        <Trans>What needs doing</Trans>
      </h2>
      <Field label={t`Title`} error={problems.title}>
        {bound => <Input {...bound} maxLength={200} {...bindTo(props)('title')} />}
      </Field>
      <Field
        label={t`Description`}
        hint={t`Markdown. Say what is wanted, and by what you will rank the entries.`}
        error={problems.description}
      >
        {bound => (
          <AttachText
            {...bound}
            rows={8}
            value={contest.description}
            onText={description => onChange({ description })}
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-3">
        <CommonFields typed={contest} problems={problems} onChange={onChange} />
      </div>
    </Card>
  )
}

type PrizesProps = Omit<FieldsProps, 'onChange'> & {
  onContest: (change: (now: TypedContest) => TypedContest) => void
}

/** One to twenty prizes, the first one first, and their exact sum. */
export function Prizes({ contest, problems, onContest }: PrizesProps) {
  const { prizes, token } = contest
  const pay = (key: number, amount: string) =>
    onContest(now => ({
      ...now,
      prizes: now.prizes.map(prize => (prize.key === key ? { key, amount } : prize)),
    }))
  return (
    <Card as="fieldset" className="grid gap-4">
      <legend className="float-left text-xl font-semibold">
        <Trans>Prizes</Trans>
      </legend>
      <ol className="grid gap-4">
        {prizes.map(({ key, amount }, index) => {
          const number = index + 1
          return (
            <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:max-w-md">
              <Field label={t`Prize ${number}`} error={problems.prizes[index]}>
                {bound => (
                  <Input
                    {...bound}
                    inputMode="decimal"
                    placeholder="100"
                    value={amount}
                    onChange={({ target }) => pay(key, target.value)}
                  />
                )}
              </Field>
              {prizes.length > 1 && (
                // Beside the box, below the label.
                <div className="pt-[1.625rem]">
                  <Button
                    variant="quiet"
                    onClick={() => onContest(now => removePrize(now, key))}
                    aria-label={t`Remove prize ${number}`}
                  >
                    <Trans>Remove</Trans>
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button disabled={prizes.length >= mostPrizes} onClick={() => onContest(addPrize)}>
          <Trans>Add a prize</Trans>
        </Button>
        <p>
          <span className="text-muted">
            <Trans>All prizes together</Trans>
          </span>{' '}
          <Amount amount={sumOfPrizes(contest)} token={token || '…'} />
        </p>
      </div>
      {problems.sum && (
        <p className="text-sm font-medium text-danger" role="alert">
          {problems.sum}
        </p>
      )}
    </Card>
  )
}

/** Until when entries are taken and ranked, how many, and whether others read them. */
export function ContestRules(props: FieldsProps) {
  const { contest, problems, onChange } = props
  const bind = bindTo(props)
  const most = mostEntriesOf(useConfig())
  return (
    <Card as="fieldset" className="grid gap-5">
      <legend className="float-left text-xl font-semibold">
        <Trans>Entries</Trans>
      </legend>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label={t`Entries until`} hint={t`Nobody can enter after it.`} error={problems.entriesUntil}>
          {bound => <Input {...bound} type="datetime-local" {...bind('entriesUntil')} />}
        </Field>
        <Field
          label={contest.byVotes ? t`Members vote until` : t`You rank until`}
          hint={
            contest.byVotes
              ? t`Their time for it begins when entries end.`
              : t`Your time for it begins when entries end.`
          }
          error={problems.decideUntil}
        >
          {bound => <Input {...bound} type="datetime-local" {...bind('decideUntil')} />}
        </Field>
        <Field
          label={t`Entries at most`}
          hint={t`Optional: ${most} where you leave it empty.`}
          error={problems.maxEntries}
        >
          {bound => (
            <Input {...bound} inputMode="numeric" placeholder={String(most)} {...bind('maxEntries')} />
          )}
        </Field>
      </div>
      <ByVotes contest={contest} onChange={onChange} />
      <Choice
        id="sealed"
        checked={contest.sealed}
        onCheck={sealed => onChange({ sealed })}
        hint={t`Sealed entries are encrypted at rest, and not end to end: the service holds the key. In a contest that is not sealed everybody reads every entry at once.`}
      >
        <Trans>Sealed: nobody else reads an entry until entries end, not even you</Trans>
      </Choice>
    </Card>
  )
}

/** A choice only where members are there who could vote; one that a draft has made can be undone. */
function ByVotes({ contest: { byVotes }, onChange }: Pick<FieldsProps, 'contest' | 'onChange'>) {
  const voters = useVoters()
  return (
    <Choice
      id="by-votes"
      checked={byVotes}
      isDisabled={voters === 'none' && !byVotes}
      onCheck={byVotes => onChange({ byVotes })}
      hint={
        voters === 'none'
          ? t`The community has no members yet who could vote: you rank the entries yourself. Its founder adds members on the community's page.`
          : t`Members of the community vote on the entries, with the power that they have in its proposals. You, entrants and the platform wallet have no vote. If too few of them vote, the prizes are paid in equal parts.`
      }
    >
      <Trans>Members rank the entries by their votes, and you do not</Trans>
    </Choice>
  )
}

type ChoiceProps = {
  id: string
  checked: boolean
  isDisabled?: boolean
  onCheck: (checked: boolean) => void
  hint: string
  children: ReactNode
}

function Choice({ id, checked, isDisabled = false, onCheck, hint, children }: ChoiceProps) {
  return (
    <div className="grid gap-1.5">
      <label className={`flex items-center gap-3 ${isDisabled ? 'text-muted' : ''}`}>
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-moss"
          checked={checked}
          disabled={isDisabled}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onCheck(target.checked)}
        />
        {children}
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
    </div>
  )
}
