import { divideUnits, fromUnits, inSplitOrder, partOf, toUnits } from '@furrow/sdk/amount'
import type { Address } from '../../ground/address.ts'
import type { Deposit } from './quest.ts'
import type { Member } from './team.ts'

type Shares = readonly Pick<Member, 'address' | 'share'>[]

/** The payees of a split account in the order that it wants, with each one's part in the token's smallest unit. */
export type Payees = { readonly payees: readonly Address[]; readonly parts: readonly bigint[] }

/** The payees of a place that a team shares. The first member of the list has the units that are left, as in the ledger. */
export function payeesOf({ amountEach }: Pick<Deposit, 'amountEach'>, members: Shares): Payees {
  const parts = members.map(({ share }) => partOf(amountEach, share))
  const left = amountEach - parts.reduce((sum, part) => sum + part, 0n)
  return inSplitOrder(
    members.map(({ address: payee }, index) => ({
      payee,
      part: (parts[index] ?? 0n) + (index === 0 ? left : 0n),
    })),
  )
}

export function dividedAmong({ payees, parts }: Payees, amount: bigint): ReadonlyMap<Address, bigint> {
  const dues = divideUnits(amount, parts)
  return new Map(payees.map((payee, index) => [payee, dues[index] ?? 0n]))
}

/** Each member's amount of what the contract paid, as the split account divides it, in the order of the members. */
export function amountsOnChain(
  deposit: Pick<Deposit, 'amountEach' | 'decimals'>,
  paid: string,
  members: Shares,
): readonly string[] {
  const divided = dividedAmong(payeesOf(deposit, members), toUnits(paid, deposit.decimals) ?? 0n)
  return members.map(({ address }) => fromUnits(divided.get(address) ?? 0n, deposit.decimals))
}
