import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'

/**
 * The state of the funds: `empty`: nothing was put in; `promised`: a record; `held`: a contract has it; then `paid` or
 * `back`.
 */
export type Custody = 'empty' | 'promised' | 'held' | 'paid' | 'back'

export type Reader = 'giver' | 'farmer' | 'other'

/** The holder of the money, as far as anybody can see. */
export function custodyOf({ funding, farmers }: Quest): Custody {
  const { rail, released } = funding
  if (funding.status === 'unfunded') return 'empty'
  if (funding.status !== 'settled') return rail === 'chain' ? 'held' : 'promised'
  if (released === '0') return 'back'
  const isPaid =
    rail === 'chain' ||
    farmers.every(({ status, payment }) => status !== 'released' || payment?.status === 'paid')
  return isPaid ? 'paid' : 'promised'
}

/** The same in a sentence that is true on the quest's rail. On chain the contract holds it, which the reader is shown. */
export function custodySentence(quest: Quest, reader: Reader): string {
  const { funding, status } = quest
  const custody = custodyOf(quest)
  if (funding.problem) return t`The deposit is not what the quest needs. The giver can take it back.`
  if (custody === 'empty') return status === 'cancelled' ? onChain.never : onChain.empty
  if (funding.rail === 'chain') return onChain[custody === 'promised' ? 'held' : custody]
  if (custody === 'paid') return t`The giver paid it, as the chain shows.`
  if (custody === 'back')
    return t`Recorded in this community's ledger: the promise is over, and nobody was paid.`
  if (reader !== 'giver')
    return reader === 'farmer'
      ? t`Recorded in this community's ledger; the giver pays you directly, from their own wallet.`
      : t`Recorded in this community's ledger; the giver pays each farmer directly, from the giver's own wallet.`
  return funding.status === 'settled'
    ? t`Recorded in this community's ledger; you pay released work yourself, from your own wallet.`
    : t`Recorded in this community's ledger; you pay each farmer yourself, from your own wallet.`
}

const onChain: Readonly<Record<Exclude<Custody, 'promised'> | 'never', string>> = {
  empty: t`Nothing is paid in yet: the giver has to pay in first.`,
  never: t`Nothing was ever paid in.`,
  held: t`Held by the contract until the work is paid, or goes back to the giver.`,
  paid: t`The contract has paid out what it held.`,
  back: t`The contract gave back what it held.`,
}
