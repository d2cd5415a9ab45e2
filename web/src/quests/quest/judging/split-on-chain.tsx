import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Field, Input } from '../../../ui/field.tsx'
import { EscrowButton } from '../../escrow/escrow-button.tsx'
import { notPercent, readPercent } from './percent.ts'
import { WhoGets } from './who-gets.tsx'

/**
 * The arbiter's wallet gives each side a part, with the amounts shown before; the first version of the contract splits
 * nothing.
 */
export function SplitOnChain({ quest, farmer }: { quest: Quest; farmer: string }) {
  const [percent, setPercent] = useState('50')
  const share = readPercent(percent)
  if ((quest.funding.contractVersion ?? 1) < 2) return null
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <Field
        label={t`Or give each a part: the farmer's, in percent`}
        error={share === null ? notPercent : undefined}
      >
        {bound => (
          <Input
            {...bound}
            inputMode="decimal"
            value={percent}
            onChange={event => setPercent(event.target.value)}
          />
        )}
      </Field>
      {share !== null && <WhoGets quest={quest} share={share} />}
      <EscrowButton
        quest={quest}
        call={{ kind: 'split', farmer, share: share ?? 0 }}
        disabled={share === null}
      >
        <Trans>Split it</Trans>
      </EscrowButton>
    </div>
  )
}
