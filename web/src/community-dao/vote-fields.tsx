import { type NewProposal, ProposalAction } from '@furrow/sdk'
import { Value } from 'typebox/value'
import { Field, Input, Select, TextArea } from '../ui/field.tsx'

/** What is typed of a vote. */
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

type Problems = Partial<Record<keyof TypedVote, string>>

const settings = {
  quorum: 'Quorum, in percent',
  vetoHours: 'Time for a veto, in hours',
  proposeBy: 'Who may propose',
  weights: 'What votes weigh',
} as const

const values: Readonly<Record<string, readonly (readonly [value: string, label: string])[]>> = {
  proposeBy: [
    ['anyone', 'Anyone who is signed in'],
    ['members', 'Members'],
    ['points', 'Whoever has enough points'],
  ],
  weights: [
    ['one', 'One each'],
    ['points', "By the season's points"],
    ['title', 'By title'],
  ],
}

/** What it says to the service, and what is wrong with it. */
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
    ...(!(ends > (starts || Date.now())) && { ends: 'Say when it ends: an hour after the start, or more.' }),
    ...((choices.length < 2 || choices.length > 10) && { choices: 'Give 2 to 10 choices, a line each.' }),
    ...(quorum !== undefined &&
      !(Number.isInteger(quorum) && quorum >= 0 && quorum <= 100) && {
        quorum: 'Give a percentage: 0 to 100.',
      }),
    ...(action !== null &&
      !Value.Check(ProposalAction, action) &&
      (typed.action === 'change-settings'
        ? { value: 'Give a number that fits.' }
        : { address: 'Give an address: 0x and 40 hexadecimal digits.' })),
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
  onChange: (part: Partial<TypedVote>) => void
}

/** When members vote, on what, and what follows. */
export function VoteFields({ typed, errors, onChange }: VoteFieldsProps) {
  const bind = (name: keyof TypedVote) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  const listed = values[typed.setting]
  return (
    <>
      <Field label="Decided by">
        {bound => (
          <Select {...bound} {...bind('votes')}>
            <option value="no">The Genesis Creator</option>
            <option value="yes">A vote of the members</option>
          </Select>
        )}
      </Field>
      {typed.votes === 'yes' && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Begins" hint="Now, if it is empty.">
              {bound => <Input {...bound} type="datetime-local" {...bind('starts')} />}
            </Field>
            <Field label="Ends" error={errors.ends}>
              {bound => <Input {...bound} type="datetime-local" {...bind('ends')} />}
            </Field>
          </div>
          <Field
            label="Choices"
            hint="A line each. The first one is what accepts; “Abstain” counts for the quorum alone."
            error={errors.choices}
          >
            {bound => <TextArea {...bound} rows={4} {...bind('choices')} />}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Quorum, in percent" hint="As the rules say, if it is empty." error={errors.quorum}>
              {bound => <Input {...bound} inputMode="numeric" {...bind('quorum')} />}
            </Field>
            <Field label="The tally is shown">
              {bound => (
                <Select {...bound} {...bind('tally')}>
                  <option value="live">as it grows</option>
                  <option value="end">at the end</option>
                </Select>
              )}
            </Field>
          </div>
          <Field label="What follows" hint="Done by the service itself, after a time for a veto.">
            {bound => (
              <Select {...bound} {...bind('action')}>
                <option value="none">Nothing by itself</option>
                <option value="add-member">Somebody becomes a member</option>
                <option value="remove-member">Somebody is no member any more</option>
                <option value="set-title">A member gets a title</option>
                <option value="change-settings">A rule changes</option>
              </Select>
            )}
          </Field>
          {typed.action === 'change-settings' && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Rule">
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
              <Field label="Is to be" error={errors.value}>
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
            <Field label="Who" error={errors.address}>
              {bound => <Input {...bound} spellCheck="false" placeholder="0x…" {...bind('address')} />}
            </Field>
          )}
          {(typed.action === 'add-member' || typed.action === 'set-title') && (
            <Field label="With the title">
              {bound => <Input {...bound} maxLength={100} {...bind('memberTitle')} />}
            </Field>
          )}
        </>
      )}
    </>
  )
}
