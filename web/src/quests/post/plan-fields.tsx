import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { AttachText } from '../../files/attach.tsx'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { ChainSelect } from './chain-select.tsx'
import { CommonFields } from './common-fields.tsx'
import type { Shared, TypedPart } from './plan-draft.ts'
import { chainsOf, type Typed } from './quest-draft.ts'

type SharedProps = {
  shared: Shared
  problems: Partial<Typed>
  onChange: (next: Partial<Shared>) => void
}

/** The fields that all parts have in common. */
export function SharedFields({ shared, problems, onChange }: SharedProps) {
  const config = useConfig()
  const chains = chainsOf(config)
  const bind = (name: keyof Shared) => ({
    value: shared[name],
    onChange: ({ target: { value } }: { target: { value: string } }) => onChange({ [name]: value }),
  })
  return (
    <Card as="fieldset" className="grid gap-5 sm:grid-cols-2">
      <legend className="float-left text-xl font-semibold sm:col-span-2">
        <Trans>In all parts</Trans>
      </legend>
      <CommonFields typed={shared} chain={shared.chain} problems={problems} onChange={onChange} />
      {chains.length > 0 && (
        <Field label={t`Chain`} error={problems.chain}>
          {bound => <ChainSelect {...bound} {...bind('chain')} typed={shared} />}
        </Field>
      )}
      <Field
        label={t`Repository`}
        hint={t`Optional: a merged pull request then proves the work.`}
        error={problems.repo}
      >
        {bound => <Input {...bound} placeholder={t`owner/name`} {...bind('repo')} />}
      </Field>
    </Card>
  )
}

type PartProps = {
  part: TypedPart
  number: number
  problems: Partial<Typed>
  hasRepository: boolean
  onChange: (next: Partial<TypedPart>) => void
  /** Left out while there are as few as a plan has. */
  onRemove: (() => void) | undefined
}

export function PartFields({ part, number, problems, hasRepository, onChange, onRemove }: PartProps) {
  const bind = (name: Exclude<keyof TypedPart, 'key'>) => ({
    value: part[name],
    onChange: ({ target: { value } }: { target: { value: string } }) => onChange({ [name]: value }),
  })
  return (
    <fieldset>
      <legend className="sr-only">{t`Part ${number}`}</legend>
      <Card className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-lg font-semibold">{t`Part ${number}`}</h2>
          {onRemove && (
            <Button variant="quiet" onClick={onRemove} aria-label={t`Remove part ${number}`}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
        <Field label={t`Title`} error={problems.title}>
          {bound => <Input {...bound} maxLength={200} {...bind('title')} />}
        </Field>
        <Field label={t`Description`} error={problems.description}>
          {bound => (
            <AttachText
              {...bound}
              rows={4}
              value={part.description}
              onText={description => onChange({ description })}
            />
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          <Field label={t`Reward for each farmer`} error={problems.amount}>
            {bound => <Input {...bound} inputMode="decimal" placeholder="100" {...bind('amount')} />}
          </Field>
          <Field label={t`Farmers`} error={problems.places}>
            {bound => <Input {...bound} inputMode="numeric" {...bind('places')} />}
          </Field>
          <Field label={t`Deadline`} error={problems.deadline}>
            {bound => <Input {...bound} type="date" {...bind('deadline')} />}
          </Field>
          {hasRepository && (
            <Field label={t`Issue`} error={problems.issue}>
              {bound => <Input {...bound} placeholder="42" {...bind('issue')} />}
            </Field>
          )}
        </div>
      </Card>
    </fieldset>
  )
}
