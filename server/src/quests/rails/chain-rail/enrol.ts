import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { Context } from '../../../ground/context.ts'
import { judgeAgain } from './gas-budget.ts'

const enrolled = new WeakSet<Escrow>()

/** Contracts and keys have their rows from the start on, so that they are known after the settings drop them. */
export async function enrol({ db }: Pick<Context, 'db'>, escrow: Escrow): Promise<void> {
  if (enrolled.has(escrow)) return
  await db
    .insertInto('escrow_operators')
    .values(escrow.operatorIds.map(operator => ({ operator, next_nonce: 0 })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await db
    .insertInto('escrow_contracts')
    .values({ contract: escrow.id, next_block: null, problem: null })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await judgeAgain(db, escrow)
  enrolled.add(escrow)
}
