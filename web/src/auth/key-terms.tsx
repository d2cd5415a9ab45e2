import type { KeyScope } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Field, Select } from '../ui/field.tsx'

const uses: Record<KeyScope, string> = {
  read: t`See what is yours: tasks, applications, disputes, drafts, files`,
  take: t`Work as a farmer: apply, accept, hand in, withdraw, answer`,
  give: t`Act as a giver: post, edit, admit, approve, dispute`,
  talk: t`Write comments, with files`,
  mail: t`Read and write letters`,
}

const lifetimes = [7, 30, 90, 366]

/** The terms that a wallet signs, beside the name of the key. */
export type KeyTerms = {
  readonly scopes: readonly KeyScope[]
  readonly days: number
  readonly agent: boolean
}

type KeyTermsFieldsProps = {
  terms: KeyTerms
  onChange: (terms: KeyTerms) => void
  /** The scopes that may be chosen; all of them by default. */
  offered?: readonly KeyScope[]
}

export function KeyTermsFields({
  terms,
  onChange,
  offered = Object.keys(uses) as KeyScope[],
}: KeyTermsFieldsProps) {
  const { scopes, days, agent } = terms
  const toggle = (scope: KeyScope, on: boolean) =>
    onChange({ ...terms, scopes: on ? [...scopes, scope] : scopes.filter(it => it !== scope) })
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-semibold">
          <Trans>What it may do</Trans>
        </legend>
        {offered.map(scope => (
          <label key={scope} className="flex items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-5 shrink-0 accent-moss"
              checked={scopes.includes(scope)}
              required={scopes.length === 0}
              onChange={event => toggle(scope, event.target.checked)}
            />
            <span>{uses[scope]}</span>
          </label>
        ))}
      </fieldset>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-moss"
          checked={agent}
          onChange={event => onChange({ ...terms, agent: event.target.checked })}
        />
        <span>
          <Trans>It is for an agent, which decides by itself: what it does in quests is marked</Trans>
        </span>
      </label>
      <Field label={t({ message: 'For', comment: 'Beside a choice of how long: “30 days”' })}>
        {bound => (
          <Select
            {...bound}
            value={days}
            onChange={event => onChange({ ...terms, days: Number(event.target.value) })}
          >
            {lifetimes.map(days => (
              <option key={days} value={days}>
                <Plural value={days} one="# day" other="# days" />
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}
