import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useConfig } from '../../service/use-config.ts'
import { Amount } from '../../ui/amount.tsx'
import { Section } from '../../ui/section.tsx'
import { Estimate } from '../estimate.tsx'
import { type Typed, totalOf } from './quest-draft.ts'

/** The whole reward, and when it is paid. */
export function Costs({ typed }: { typed: Typed }) {
  const { chain } = useConfig()
  return (
    <Section className="grid gap-2">
      <h2 className="text-xl font-semibold">
        <Trans>What it costs</Trans>
      </h2>
      <p className="text-2xl">
        <Amount amount={totalOf(typed)} token={typed.token || '…'} />
      </p>
      <Estimate amount={totalOf(typed)} token={typed.token} />
      <p className="text-sm text-muted">
        {chain
          ? t`You pay it into the escrow contract from your wallet in the next step. Unearned money comes back.`
          : t`It is promised in the ledger now, and released for each farmer after the review.`}
      </p>
    </Section>
  )
}
