import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../ground/config/config.ts'

type Settings = Pick<Config, 'codehost' | 'pointsFor' | 'rpcUrls'>

/** Without a code host and a chain to ask, each release is the word of two wallets. */
export function provesNothing({ codehost, pointsFor, rpcUrls }: Settings): boolean {
  return pointsFor === 'recorded' && codehost === null && rpcUrls.size === 0
}

/** Unproved work counts although work can be proved here: that it counts says nothing. */
export function countsUnproved(config: Settings): boolean {
  return config.pointsFor === 'recorded' && !provesNothing(config)
}

/** Released work `w` that no merge, no contract and no payment proves. */
export const isUnproved: RawBuilder<boolean> = sql`(w.status = 'released' and coalesce(w.payment, '') <> 'paid'
  and case w.backing when 'merge' then 0 when 'chain' then 0
    when 'before' then case when w.rail = 'chain' or w.proof = 'merge' then 0 else 1 end
    else 1 end = 1)`
