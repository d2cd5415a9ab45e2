import type { Escrow } from '../../clients/escrow.ts'
import type { Context } from '../../context.ts'
import { countChange } from '../../db/revisions.ts'
import { transaction } from '../../db/transaction.ts'

/** Tells whoever runs the service, once, that sending stopped, or goes on. */
export async function setProblem(
  { db, log }: Context,
  escrow: Pick<Escrow, 'id' | 'operator'>,
  problem: 'chain-unreachable' | 'low-balance' | null,
): Promise<void> {
  const changed = await transaction(db, async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('escrow_contracts')
      .set({ problem })
      .where('contract', '=', escrow.id)
      .where('problem', 'is distinct from', problem)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await countChange(trx, 'quests')
    return numUpdatedRows > 0n
  })
  if (!changed) return
  const { id: contract, operator } = escrow
  if (problem === 'low-balance')
    log.error(
      { contract, operator },
      'the operator has too little to pay for gas: sending stops until it is topped up',
    )
  else if (problem !== null)
    log.error({ contract, operator }, 'the chain cannot be reached: sending stops until it can')
  else log.info({ contract, operator }, 'sending to the escrow contract goes on')
}
