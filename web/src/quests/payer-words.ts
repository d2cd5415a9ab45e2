import type { Quest } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'

/** Whether the giver releases what they promise, and how fast they pay, in a line; empty for a service that does not tell. */
export function payerWords({ giverRecord, backing, funding }: Quest): string {
  if (giverRecord === undefined) return ''
  const { decided, paid, medianDaysToPay: days } = giverRecord
  const words = [decided === 0 ? t`New as a payer` : t`Giver released ${paid} of ${decided}`]
  if (days !== null) {
    const count = Math.round(days)
    words.push(count < 1 ? t`within a day` : plural(count, { one: 'in # day', other: 'in # days' }))
  }
  if (backing === 'escrow' && funding.status === 'funded') words.push(t`reward locked`)
  if (backing === 'shown') words.push(t`payments shown on chain`)
  return words.join(' · ')
}
