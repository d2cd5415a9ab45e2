import { t } from '@lingui/core/macro'
import { useConfig } from '../../service/use-config.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import { type Typed, tokensOn } from './quest-draft.ts'

type Name = 'category' | 'skills' | 'token'

type CommonProps = {
  typed: Pick<Typed, Name>
  /** The chain whose tokens can be chosen; empty for any. */
  chain?: string
  problems: Partial<Pick<Typed, Name>>
  onChange: (next: Partial<Pick<Typed, Name>>) => void
}

/** The category, the skills and the token, as the forms of plans and of contests have them. */
export function CommonFields({ typed, chain = '', problems, onChange }: CommonProps) {
  const config = useConfig()
  const bind = (name: Name) => ({
    value: typed[name],
    onChange: ({ target: { value } }: { target: { value: string } }) => onChange({ [name]: value }),
  })
  return (
    <>
      <Field label={t`Category`} error={problems.category}>
        {bound => <Input {...bound} placeholder={t`development`} {...bind('category')} />}
      </Field>
      <Field label={t`Skills`} hint={t`Separated by commas.`} error={problems.skills}>
        {bound => <Input {...bound} placeholder={t`typescript, design`} {...bind('skills')} />}
      </Field>
      <Field label={t`Token`} error={problems.token}>
        {bound =>
          config.chain ? (
            <Select {...bound} {...bind('token')}>
              {[...new Set([...tokensOn(config, chain), typed.token])].map(symbol => (
                <option key={symbol}>{symbol}</option>
              ))}
            </Select>
          ) : (
            <Input {...bound} {...bind('token')} />
          )
        }
      </Field>
    </>
  )
}
