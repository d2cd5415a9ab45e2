import type { UndecidedRule } from '@furrow/sdk'
import { t } from '@lingui/core/macro'

const merges = t`A merged pull request that still stands releases the work, and for one that was taken back the giver is refunded.`

const sentences: Readonly<Record<UndecidedRule, string>> = {
  'contract-refunds-all': t`The contract refunds the giver, also for a merged pull request: it has no attester, so the arbiter alone can decide for the farmer.`,
  'contract-refunds-unless-attested': t`The contract refunds the giver, unless an attester, who is not the service, has signed that the work was proved.`,
  'contract-pays-merged': t`Work that a merged pull request proved is paid by the contract, and other work is refunded.`,
  'merged-else-refund': `${merges} ${t`Other work is refunded.`}`,
  'merged-or-linked': `${merges} ${t`Nobody can decide disputes here, so other work is released if it was handed in with a link that shows it, and refunded if not.`}`,
}

type Told = { readonly otherwise: string; readonly rule?: UndecidedRule }

/** How a dispute ends that nobody decides, in the reader's language; in the service's own words for a rule from after this client. */
export function undecidedRule({ otherwise, rule }: Told): string {
  return (rule && sentences[rule]) ?? otherwise
}
