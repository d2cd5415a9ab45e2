import type { EscrowProblem } from '@furrow/storage/escrow-tables.ts'
import { countChange } from '@furrow/storage/revisions.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { Context } from '../../../ground/context.ts'
import { oneFor } from '../../../ground/one-for.ts'

/** The reason for which nothing, or no proposal, is sent to the contract, as this process knows it. */
export const stoppedOf = oneFor((_: Pick<Escrow, 'id'>) => ({ why: null as EscrowProblem | null }))

const words: Record<EscrowProblem, string> = {
  'chain-unreachable': 'the chain cannot be reached: sending stops until it can',
  'low-balance': 'the operator has too little to pay for gas: sending stops until it is topped up',
  'no-contract': 'there is no escrow contract at this address: nothing is done there until there is one',
  'no-operator':
    "none of the keys is that of the escrow contract's operator: nobody is proposed or taken until one is",
  'proposals-paused':
    'the owner of the escrow contract has paused proposals: nobody is proposed or taken until they go on',
}

/** Problems that stay as they were last known while the chain cannot be asked. */
const lasting: readonly EscrowProblem[] = ['no-contract', 'no-operator', 'proposals-paused']

export async function setProblem(
  { db, log }: Context,
  escrow: Pick<Escrow, 'id' | 'operator'>,
  problem: EscrowProblem | null,
): Promise<void> {
  const stopped = stoppedOf(escrow)
  if (problem !== 'chain-unreachable' || !lasting.some(one => one === stopped.why)) stopped.why = problem
  const changed = await transaction(db, async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('escrow_contracts')
      .set({ problem })
      .where('contract', '=', escrow.id)
      .where('problem', 'is distinct from', problem)
      .$if(problem === 'chain-unreachable', query =>
        query.where(({ eb, or }) => or([eb('problem', 'is', null), eb('problem', 'not in', lasting)])),
      )
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await countChange(trx, 'quests')
    return numUpdatedRows > 0n
  })
  if (!changed) return
  const { id: contract, operator } = escrow
  if (problem === null) log.info({ contract, operator }, 'sending to the escrow contract goes on')
  else log.error({ contract, operator }, words[problem])
}
