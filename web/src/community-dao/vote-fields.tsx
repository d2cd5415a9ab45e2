import { type NewProposal, ProposalAction } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Value } from 'typebox/value'
import { Field, Input, Select, TextArea } from '../ui/field.tsx'

/** The typed fields of a vote. */
export const noVote = {
  votes: 'no',
  starts: '',
  ends: '',
  choices: 'Yes\nNo\nAbstain',
  quorum: '',
  tally: 'live',
  action: 'none',
  address: '',
  memberTitle: '',
  setting: 'quorum',
  value: '',
}
export type TypedVote = typeof noVote

/** The service knows this choice by its English name. */
const abstaining = 'Abstain'

type Problems = Partial<Record<keyof TypedVote, string>>

const settings = {
  quorum: t`Quorum, in percent`,
  vetoHours: t`Time for a veto, in hours`,
  proposeBy: t`Who may propose`,
  weights: t`Weight of votes`,
} as const

const values: Readonly<Record<string, readonly (readonly [value: string, label: string])[]>> = {
  proposeBy: [
    ['anyone', t`Anyone who is signed in`],
    ['members', t`Members`],
    ['points', t`Anyone with enough points`],
  ],
  weights: [
    ['one', t`One each`],
    ['points', t`By the season's points`],
    ['title', t`By title`],
  ],
}

/** The typed vote as the service takes it, and its problems. */
export function readVote(typed: TypedVote): {
  readonly draft: Omit<NewProposal, 'title' | 'description' | 'category'>
  readonly problems: Problems
} {
  if (typed.votes !== 'yes') return { draft: {}, problems: {} }
  const choices = typed.choices
    .split('\n')
    .map(choice => choice.trim())
    .filter(choice => choice !== '')
  const [starts, ends] = [Date.parse(typed.starts), Date.parse(typed.ends)]
  const quorum = typed.quorum.trim() === '' ? undefined : Number(typed.quorum)
  const action = readAction(typed)
  const problems: Problems = {
    ...(!(ends > (starts || Date.now())) && { ends: t`Say when it ends: an hour after the start, or more.` }),
    ...((choices.length < 2 || choices.length > 10) && { choices: t`Give 2 to 10 choices, a line each.` }),
    ...(quorum !== undefined &&
      !(Number.isInteger(quorum) && quorum >= 0 && quorum <= 100) && {
        quorum: t`Give a percentage: 0 to 100.`,
      }),
    ...(action !== null &&
      !Value.Check(ProposalAction, action) &&
      (typed.action === 'change-settings'
        ? { value: t`Give a number that fits.` }
        : { address: t`Give an address: 0x and 40 hexadecimal digits.` })),
  }
  const draft = {
    ...(typed.starts !== '' && { startsAt: isoOf(starts) }),
    endsAt: isoOf(ends),
    choices,
    ...(quorum !== undefined && { quorum }),
    tally: typed.tally === 'end' ? ('end' as const) : ('live' as const),
    ...(action !== null && { action: action as ProposalAction }),
  }
  return { draft, problems }
}

function isoOf(at: number): string {
  return Number.isNaN(at) ? '' : new Date(at).toISOString()
}

function readAction({ action, address, memberTitle, setting, value }: TypedVote): object | null {
  const about = { kind: action, address: address.trim() }
  if (action === 'none') return null
  if (action === 'remove-member') return about
  if (action !== 'change-settings') return { ...about, title: memberTitle.trim() }
  const isNumber = setting === 'quorum' || setting === 'vetoHours'
  const chosen = isNumber ? (value.trim() === '' ? null : Number(value)) : value || values[setting]?.[0]?.[0]
  return { kind: action, settings: { [setting]: chosen } }
}

type VoteFieldsProps = {
  typed: TypedVote
  errors: Problems
  /** The members decide it, and no action follows. */
  isOnlyVote?: boolean
  onChange: (part: Partial<TypedVote>) => void
}

/** The time of the vote, its choices, and the action that follows. */
export function VoteFields({ typed, errors, isOnlyVote = false, onChange }: VoteFieldsProps) {
  const bind = (name: keyof TypedVote) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  const listed = values[typed.setting]
  return (
    <>
      {!isOnlyVote && (
        <Field label={t`Decided by`}>
          {bound => (
            <Select {...bound} {...bind('votes')}>
              <option value="no">
                <Trans>The Genesis Creator</Trans>
              </option>
              <option value="yes">
                <Trans>A vote of the members</Trans>
              </option>
            </Select>
          )}
        </Field>
      )}
      {typed.votes === 'yes' && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t`Begins`} hint={t`Now, if it is empty.`}>
              {bound => <Input {...bound} type="datetime-local" {...bind('starts')} />}
            </Field>
            <Field label={t`Ends`} error={errors.ends}>
              {bound => <Input {...bound} type="datetime-local" {...bind('ends')} />}
            </Field>
          </div>
          <Field
            label={t`Choices`}
            hint={t`A line each. The first one accepts; “${abstaining}” counts for the quorum alone.`}
            error={errors.choices}
          >
            {bound => <TextArea {...bound} rows={4} {...bind('choices')} />}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t`Quorum, in percent`}
              hint={t`As the rules say, if it is empty.`}
              error={errors.quorum}
            >
              {bound => <Input {...bound} inputMode="numeric" {...bind('quorum')} />}
            </Field>
            <Field label={t`The tally is shown`}>
              {bound => (
                <Select {...bound} {...bind('tally')}>
                  <option value="live">
                    <Trans>as it grows</Trans>
                  </option>
                  <option value="end">
                    <Trans>at the end</Trans>
                  </option>
                </Select>
              )}
            </Field>
          </div>
          {!isOnlyVote && (
            <Field label={t`What follows`} hint={t`Done by the service itself, after a time for a veto.`}>
              {bound => (
                <Select {...bound} {...bind('action')}>
                  <option value="none">
                    <Trans>Nothing by itself</Trans>
                  </option>
                  <option value="add-member">
                    <Trans>Somebody becomes a member</Trans>
                  </option>
                  <option value="remove-member">
                    <Trans>Somebody is no member any more</Trans>
                  </option>
                  <option value="set-title">
                    <Trans>A member gets a title</Trans>
                  </option>
                  <option value="change-settings">
                    <Trans>A rule changes</Trans>
                  </option>
                </Select>
              )}
            </Field>
          )}
          {typed.action === 'change-settings' && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t`Rule`}>
                {bound => (
                  <Select {...bound} {...bind('setting')}>
                    {Object.entries(settings).map(([name, label]) => (
                      <option key={name} value={name}>
                        {label}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <Field label={t`Is to be`} error={errors.value}>
                {bound =>
                  listed ? (
                    <Select {...bound} {...bind('value')}>
                      {listed.map(([value, label]) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                    </Select>
                  ) : (
                    <Input {...bound} inputMode="numeric" {...bind('value')} />
                  )
                }
              </Field>
            </div>
          )}
          {typed.action !== 'none' && typed.action !== 'change-settings' && (
            <Field label={t`Who`} error={errors.address}>
              {bound => <Input {...bound} spellCheck="false" placeholder="0x…" {...bind('address')} />}
            </Field>
          )}
          {(typed.action === 'add-member' || typed.action === 'set-title') && (
            <Field label={t`With the title`}>
              {bound => <Input {...bound} maxLength={100} {...bind('memberTitle')} />}
            </Field>
          )}
        </>
      )}
    </>
  )
}
