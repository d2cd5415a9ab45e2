import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { EscrowButton } from '../../escrow/escrow-button.tsx'
import { notPercent, readPercent } from './percent.ts'
import { PercentField } from './percent-field.tsx'
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
      <PercentField
        label={t`Or give each a part: the farmer's, in percent`}
        value={percent}
        onChange={setPercent}
        error={share === null ? notPercent : undefined}
      />
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
