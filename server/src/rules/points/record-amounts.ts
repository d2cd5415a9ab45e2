import type { Role } from '@furrow/storage/tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import { toLedger } from '../ledger/amounts.ts'
import type { DeedDone } from '../lifecycle/deeds.ts'
import { movesMoney, type OfRelease } from './score-releases.ts'

type Sum = { address: Address; role: Role; token: string; units: bigint; unproved: bigint }

export function recordAmounts(writes: Writes, done: readonly DeedDone[]): void {
  const sums = new Map<string, Sum>()
  for (const { deed } of done.filter(movesMoney)) {
    const { units, unproved } = movedBy(deed)
    if (deed.kind !== 'released' && units === 0n && unproved === 0n) continue
    for (const [address, role] of [[deed.farmer, 'farmer'] as const, [deed.giver, 'giver'] as const]) {
      const key = `${address} ${role} ${deed.token}`
      const sum = sums.get(key) ?? { address, role, token: deed.token, units: 0n, unproved: 0n }
      sums.set(key, { ...sum, units: sum.units + units, unproved: sum.unproved + unproved })
    }
  }
  for (const sum of sums.values())
    writes.add('address_amounts', ['address', 'role', 'token'], {
      ...sum,
      units: String(sum.units),
      unproved: String(sum.unproved),
    })
}

/** A shown payment proves a release; a lost one changes nothing. Money taken back was neither earned nor paid. */
function movedBy(deed: OfRelease['deed']): Pick<Sum, 'units' | 'unproved'> {
  const all = toLedger(deed.amount)
  if (deed.kind === 'released') return { units: all, unproved: deed.counts ? 0n : all }
  const isTurn = deed.countedAt !== null
  if (deed.kind === 'reclaimed') return { units: -all, unproved: isTurn ? 0n : -all }
  if (!isTurn) return { units: 0n, unproved: 0n }
  return { units: 0n, unproved: deed.kind === 'settled' ? -all : all }
}
