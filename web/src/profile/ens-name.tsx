import type { Profile } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button } from '../ui/button.tsx'
import { CheckedForm } from '../ui/checked-form.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'

export function EnsName({ profile }: { profile: Profile }) {
  const [name, setName] = useState(profile.ensAddress ?? '')
  const change = useAct((ensAddress: string | null) => furrow.profile.change({ ensAddress }), {
    done: t`Your name is saved.`,
    invalidate: [['profile']],
  })
  function submit() {
    change.mutate(name.trim() || null)
  }
  return (
    <Section>
      <CheckedForm onSubmit={submit} className="grid gap-4">
        <h2 className="text-xl font-semibold">
          <Trans>ENS name</Trans>
        </h2>
        <Field label={t`Name`} hint={t`One that leads to your address.`}>
          {bound => (
            <Input
              {...bound}
              value={name}
              maxLength={255}
              placeholder="name.eth"
              spellCheck="false"
              onChange={event => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={change.isPending}>
            <Trans>Save the name</Trans>
          </Button>
          {profile.ensAddress && (
            <Button
              variant="danger"
              onClick={() => {
                setName('')
                change.mutate(null)
              }}
            >
              <Trans>Remove it</Trans>
            </Button>
          )}
        </div>
      </CheckedForm>
    </Section>
  )
}
