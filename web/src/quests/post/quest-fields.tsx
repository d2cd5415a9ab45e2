import { t } from '@lingui/core/macro'
import { AttachText } from '../../files/attach.tsx'
import { useConfig } from '../../service/use-config.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import { ChainSelect } from './chain-select.tsx'
import { chainsOf, tokensOn } from './quest-draft.ts'
import type { Form } from './use-form.ts'

/** The work to be done. */
export function WorkFields({ form: { bind, errorOf, typed, setTyped } }: { form: Form }) {
  return (
    <>
      <Field label={t`Title`} error={errorOf('title')}>
        {bound => <Input {...bound} name="title" dir="auto" maxLength={200} {...bind('title')} />}
      </Field>
      <Field
        label={t`Description`}
        hint={t`Markdown. Say what is wanted, and how to see that it is done.`}
        error={errorOf('description')}
      >
        {bound => (
          <AttachText
            {...bound}
            name="description"
            rows={10}
            value={typed.description}
            onText={description => setTyped(current => ({ ...current, description }))}
            onBlur={bind('description').onBlur}
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t`Category`} error={errorOf('category')}>
          {bound => (
            <Input {...bound} name="category" dir="auto" placeholder={t`development`} {...bind('category')} />
          )}
        </Field>
        <Field label={t`Skills`} hint={t`Separated by commas.`} error={errorOf('skills')}>
          {bound => (
            <Input
              {...bound}
              name="skills"
              dir="auto"
              placeholder={t`typescript, design`}
              {...bind('skills')}
            />
          )}
        </Field>
      </div>
    </>
  )
}

/** The reward, the number of places, and the deadline for joining. */
export function RewardFields({
  form: { bind, errorOf, typed },
  choosesChain = false,
}: {
  form: Form
  choosesChain?: boolean
}) {
  const config = useConfig()
  const chains = choosesChain ? chainsOf(config) : []
  const tokens = tokensOn(config, typed.chain)
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label={t`Reward for each farmer`} error={errorOf('amount')}>
          {bound => (
            <Input {...bound} name="amount" inputMode="decimal" placeholder="100" {...bind('amount')} />
          )}
        </Field>
        <Field label={t`Token`} error={errorOf('token')}>
          {bound =>
            config.chain ? (
              <Select {...bound} name="token" {...bind('token')}>
                {[...new Set([...tokens, typed.token])].map(symbol => (
                  <option key={symbol}>{symbol}</option>
                ))}
              </Select>
            ) : (
              <>
                <Input {...bound} name="token" list="tokens" {...bind('token')} />
                <datalist id="tokens">
                  {tokens.map(symbol => (
                    <option key={symbol} value={symbol} />
                  ))}
                </datalist>
              </>
            )
          }
        </Field>
        <Field label={t`Farmers`} error={errorOf('places')}>
          {bound => <Input {...bound} name="places" inputMode="numeric" {...bind('places')} />}
        </Field>
      </div>
      {chains.length > 0 && (
        <Field
          label={t`Chain`}
          hint={t`Where you pay it in, and where farmers are paid.`}
          error={errorOf('chain')}
        >
          {bound => <ChainSelect {...bound} name="chain" {...bind('chain')} typed={typed} />}
        </Field>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t`Deadline`} hint={t`Optional: nobody can join after it.`} error={errorOf('deadline')}>
          {bound => <Input {...bound} name="deadline" type="date" {...bind('deadline')} />}
        </Field>
      </div>
    </>
  )
}

/** The proof, where a merged pull request proves the work. */
export function ProofFields({ form: { bind, errorOf } }: { form: Form }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label={t`Repository`}
        hint={t`Optional: a merged pull request then proves the work.`}
        error={errorOf('repo')}
      >
        {bound => <Input {...bound} name="repo" placeholder={t`owner/name`} {...bind('repo')} />}
      </Field>
      <Field
        label={t`Issue`}
        hint={t`Optional: the one that the pull request closes.`}
        error={errorOf('issue')}
      >
        {bound => <Input {...bound} name="issue" placeholder="42" {...bind('issue')} />}
      </Field>
    </div>
  )
}
