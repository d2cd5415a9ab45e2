import { toLog } from '@furrow/storage/outage.ts'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'

/** Conditions on `assignments`: the address decides each dispute that fits one of them. */
export type Judged = readonly RawBuilder<unknown>[]

/** On chain the contract's arbiter; where that is unknown or not served, the platform wallet, which should be the same. */
export async function findJudgedBy({ config, escrows, log }: Context, address: Address): Promise<Judged> {
  const isPlatform = config.platformWallet === address
  const others: string[] = []
  const own: string[] = []
  for (const escrow of escrows.all) {
    const arbiter = escrow.knownArbiter()
    if (arbiter !== null) (arbiter === address ? own : others).push(escrow.id)
    // No request waits for a chain that cannot be reached: a later one may find that it can.
    else
      escrow
        .readTerms()
        .catch(error => log.warn(toLog(error), 'the contract could not be asked for its arbiter'))
  }
  // Deposits in the third version keep the arbiter of their funding. Most people are arbiter of none.
  const kept = sql`rail = 'chain' and exists (select 1 from escrows where arbiter = ${address})
    and ${arbiterOf} = ${address}`
  if (isPlatform)
    return [sql`rail = 'ledger'`, sql`rail = 'chain' and ${arbiterOf} is null ${unlessIn(others)}`, kept]
  if (own.length === 0) return [kept]
  return [sql`rail = 'chain' and ${arbiterOf} is null and ${contractOf} in (${sql.join(own)})`, kept]
}

const contractOf = sql`(select contract from escrows where escrows.quest_id = assignments.quest_id)`
const arbiterOf = sql`(select arbiter from escrows where escrows.quest_id = assignments.quest_id)`

function unlessIn(contracts: readonly string[]): RawBuilder<unknown> {
  return contracts.length === 0 ? sql`` : sql`and ${contractOf} not in (${sql.join(contracts)})`
}
