import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Failed } from '../../../service/failed.tsx'
import { furrow } from '../../../service/furrow.ts'
import { useConfig } from '../../../service/use-config.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckedForm } from '../../../ui/checked-form.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Section } from '../../../ui/section.tsx'
import { isOver } from '../../way/is-over.ts'
import { AttesterLine } from './attester-line.tsx'
import { readPullNumber } from './pull-number.ts'
import { Verdict } from './verdict.tsx'

/** Asks before the merge whether a pull request would be paid, for anybody. */
export function WouldItPay({ quest }: { quest: Quest }) {
  const { codehost } = useConfig()
  const [text, setText] = useState('')
  const { codehostRepo: repo } = quest
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: (pr: number) => furrow.previewProof({ repo: repo ?? '', pr }),
  })
  const over = isOver(quest)
  if (codehost === null || repo === undefined || over) return null
  const number = readPullNumber(text)
  function ask() {
    if (number !== null) mutate(number)
  }
  return (
    <Section className="grid gap-3">
      <h2 className="text-xl font-semibold">
        <Trans>Would it pay?</Trans>
      </h2>
      <AttesterLine quest={quest} />
      <CheckedForm onSubmit={ask} className="grid gap-3">
        <Field label={t`Pull request`} hint={t`Its number, or its address. It need not be merged yet.`}>
          {bound => (
            <Input
              {...bound}
              value={text}
              required
              maxLength={300}
              placeholder="12"
              onChange={event => setText(event.target.value)}
            />
          )}
        </Field>
        {text !== '' && number === null && (
          <p className="text-sm text-danger">
            <Trans>That is no pull request.</Trans>
          </p>
        )}
        <Button type="submit" busy={isPending}>
          <Trans>Ask</Trans>
        </Button>
      </CheckedForm>
      <div aria-live="polite">
        {error ? <Failed error={error} /> : data && <Verdict quest={quest} preview={data} />}
      </div>
    </Section>
  )
}
