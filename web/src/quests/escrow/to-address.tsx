import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { Field, Input } from '../../ui/field.tsx'
import { EscrowButton } from './escrow-button.tsx'
import type { Call } from './escrow-call.ts'

type ToAddressProps = { quest: Quest; callFor: (receiver: string) => Call; children: ReactNode }

/** For a wallet that cannot take money: another address gets it. */
export function ToAddress({ quest, callFor, children }: ToAddressProps) {
  const [receiver, setReceiver] = useState('')
  const typed = receiver.trim()
  const isAddress = /^0x[0-9a-f]{40}$/i.test(typed)
  return (
    <div className="grid gap-2">
      <Field
        label={t`To another address`}
        error={typed !== '' && !isAddress ? t`Give an address: 0x and 40 hex digits.` : undefined}
      >
        {bound => (
          <Input
            {...bound}
            value={receiver}
            spellCheck={false}
            autoComplete="off"
            placeholder="0x…"
            onChange={event => setReceiver(event.target.value)}
          />
        )}
      </Field>
      <EscrowButton quest={quest} call={callFor(typed)} disabled={!isAddress}>
        {children}
      </EscrowButton>
    </div>
  )
}
