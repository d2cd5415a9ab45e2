import type { Address } from '../../ground/address.ts'
import { type SplitAccount, splitSaltOf } from '../../ground/clients/split-account.ts'
import { payeesOf } from '../../rules/lifecycle/payout.ts'
import type { Quest } from '../../rules/lifecycle/quest.ts'

type Fixed = {
  readonly parts: readonly { readonly farmer: Address; readonly part: string }[]
  /** Of the prizes, as exact digits: the part of the one who paid in. */
  readonly prizesBack: string
}

/** The account that the contract pays for all prizes of a contest: they follow from the parts, and nobody can change them. */
export function splitTermsOf(
  quest: Pick<Quest, 'id' | 'giver' | 'deposit'>,
  splitter: Address,
  lead: Address,
  { parts, prizesBack }: Fixed,
): SplitAccount {
  const payees = payeesOf(quest, prizesBack, parts)
  return {
    splitter,
    payees: payees.map(({ address }) => address),
    parts: payees.map(({ units }) => units),
    salt: splitSaltOf(quest.id, lead),
  }
}
