import type { CheckedRepository } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button } from '../ui/button.tsx'
import { CheckedForm } from '../ui/checked-form.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FindingLine } from './finding-line.tsx'

/** Asks the host about one repository, by the right that the service has now. */
export function CheckRepository() {
  const [repository, setRepository] = useState('')
  const [checked, setChecked] = useState<CheckedRepository | null>(null)
  const check = useAct(async () => setChecked(await furrow.setup.check(repository.trim())))
  return (
    <div className="grid gap-3">
      <CheckedForm className="flex flex-wrap items-end gap-3" onSubmit={() => check.mutate()}>
        <Field label={t`A repository`}>
          {bound => (
            <Input
              {...bound}
              value={repository}
              placeholder="owner/name"
              maxLength={500}
              required
              autoComplete="off"
              onChange={({ currentTarget }) => setRepository(currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={check.isPending}>
          <Trans>Check that it works</Trans>
        </Button>
      </CheckedForm>
      {checked && (
        <ul className="grid gap-3" aria-live="polite">
          {checked.findings.map(finding => (
            <FindingLine key={finding.about} finding={finding} />
          ))}
        </ul>
      )}
    </div>
  )
}
