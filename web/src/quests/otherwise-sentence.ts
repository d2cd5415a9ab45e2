import type { Assignment, OtherwiseCode } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { formatAmount } from '../ui/amount.tsx'

/** A place, or a dispute of the list. */
type Disputed = Pick<Assignment, 'disputeOtherwise' | 'otherwise'>

/** The values that the sentence of a ruling has. */
type Ruled = { readonly paid: string; readonly refunded: string; readonly token: string }

/** How a dispute ends if nobody decides it, or what was ruled; in the service's own words for a code from after this client. */
export function otherwiseSentence({ disputeOtherwise, otherwise }: Disputed): string | null | undefined {
  if (otherwise === undefined) return disputeOtherwise
  const { code, paid = '0', refunded = '0', token = '' } = otherwise
  const values = { paid: formatAmount(paid), refunded: formatAmount(refunded), token }
  return sentences[code]?.(values) ?? disputeOtherwise
}

const sentences: Readonly<Record<OtherwiseCode, (values: Ruled) => string>> = {
  'contract-refunds-unless-attested': () =>
    t`If nobody decides, the contract refunds the giver, unless an attester has signed for the work.`,
  'contract-as-proposed': () =>
    t`If nobody decides, the contract goes by what was said when the work was proposed.`,
  'contract-refunds': () => t`If nobody decides, the contract refunds the giver.`,
  'contract-pays': () => t`If nobody decides, the contract pays for the work.`,
  'pay-if-merge-stands': () =>
    t`If nobody decides, the work is released if the merge stands then, and the giver is refunded if it does not.`,
  pay: () => t`If nobody decides, the work is released.`,
  'pay-for-link': () =>
    t`If nobody decides, the work is released: nobody can decide here, and its link shows it.`,
  refund: () => t`If nobody decides, the giver is refunded.`,
  ruled: ({ paid, refunded, token }) =>
    t`The arbiter has ruled: then the contract pays ${paid} ${token} to the farmer, and gives ${refunded} ${token} back.`,
  'ruled-paused': ({ paid, refunded, token }) =>
    t`The arbiter has ruled: then the contract pays ${paid} ${token} to the farmer, and gives ${refunded} ${token} back. Its owner has paused the ruling: until then the arbiter may rule anew.`,
}
