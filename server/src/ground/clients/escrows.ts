import type { EscrowConfig } from '../config/escrows.ts'
import type { Chains } from './chains.ts'
import { createEscrow, type Escrow } from './escrow.ts'

export type Escrows = {
  /** In the order of the settings. */
  readonly all: readonly Escrow[]
  readonly active: readonly Escrow[]
  /** The contract for new quests that name no chain; null: their promises are kept in the ledger. */
  readonly first: Escrow | null
  /** By the contract's name in the database; null if this service no longer serves it. */
  byId(id: string): Escrow | null
}

export async function createEscrows(configs: readonly EscrowConfig[], chains: Chains): Promise<Escrows> {
  const all = await Promise.all(configs.map(config => createEscrow(config, chains)))
  const active = all.filter(({ retired }) => !retired)
  const known = new Map(all.map(escrow => [escrow.id, escrow]))
  return { all, active, first: active[0] ?? null, byId: id => known.get(id) ?? null }
}
