import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { usualToken } from '../post/quest-draft.ts'
import type { Row } from './rows.ts'
import { TokenInput } from './token-input.tsx'

/** One reward for all issues of the table. */
export function FillAll({ onFill }: { onFill: (values: Pick<Row, 'amount' | 'token'>) => void }) {
  const [amount, setAmount] = useState('')
  const [token, setToken] = useState(usualToken(useConfig()))
  return (
    <div className="flex min-w-0 flex-wrap items-end gap-3">
      <div className="w-28">
        <Field label={t`Reward of all`}>
          {bound => (
            <Input
              {...bound}
              inputMode="decimal"
              placeholder="100"
              value={amount}
              onChange={event => setAmount(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="w-28">
        <Field label={t`Token of all`}>
          {bound => <TokenInput {...bound} value={token} onChange={event => setToken(event.target.value)} />}
        </Field>
      </div>
      <Button disabled={amount.trim() === ''} onClick={() => onFill({ amount: amount.trim(), token })}>
        <Trans>Fill all</Trans>
      </Button>
    </div>
  )
}
