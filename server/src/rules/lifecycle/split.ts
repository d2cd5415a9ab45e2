import { divideUnits, fromUnits, partOf, toUnits } from '@furrow/sdk/amount'
import type { Address } from '../../ground/address.ts'
import type { Deposit } from './quest.ts'
import type { Member } from './team.ts'

type Shares = readonly Pick<Member, 'address' | 'share'>[]

/** The payees of a team's split account in the order that it wants, with each one's part of a place's whole reward, in units. */
export type Payees = { readonly payees: readonly Address[]; readonly parts: readonly bigint[] }

/** The first member of the list has the units that are left, as in the ledger. */
export function payeesOf({ amountEach }: Pick<Deposit, 'amountEach'>, members: Shares): Payees {
  const parts = members.map(({ share }) => partOf(amountEach, share))
  const left = amountEach - parts.reduce((sum, part) => sum + part, 0n)
  const given = members
    .map(({ address }, index) => ({ address, part: (parts[index] ?? 0n) + (index === 0 ? left : 0n) }))
    .toSorted((one, other) => (one.address < other.address ? -1 : 1))
  return { payees: given.map(({ address }) => address), parts: given.map(({ part }) => part) }
}

/** Each member's amount of what the contract paid, as the split account divides it, in the order of the members. */
export function amountsOnChain(
  deposit: Pick<Deposit, 'amountEach' | 'decimals'>,
  paid: string,
  members: Shares,
): readonly string[] {
  const { payees, parts } = payeesOf(deposit, members)
  const dues = divideUnits(toUnits(paid, deposit.decimals) ?? 0n, parts)
  return members.map(({ address }) => fromUnits(dues[payees.indexOf(address)] ?? 0n, deposit.decimals))
}
