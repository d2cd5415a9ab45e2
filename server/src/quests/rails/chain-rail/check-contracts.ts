import type { Escrow } from '../../../ground/clients/escrow.ts'
import { second } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import { inTime } from '../../../ground/in-time.ts'
import { setProblem } from './set-problem.ts'
import { lookAtStanding } from './standing.ts'
import { tellOfChain } from './tell-of-chain.ts'

/** A chain that hangs delays no start for longer. */
const patience = 10 * second

/** A contract that cannot be used or reached is logged and shown as stopped; everything else goes on. */
export async function checkContracts(context: Context): Promise<void> {
  await Promise.all(context.escrows.all.map(escrow => checkContract(context, escrow)))
}

async function checkContract(context: Context, escrow: Escrow): Promise<void> {
  const { config, log } = context
  const contract = escrow.id
  try {
    await setProblem(context, escrow, await inTime(lookAtStanding(context, escrow), patience))
  } catch (error) {
    tellOfChain({ log }, escrow, error)
    log.error({ err: error, contract }, 'the chain of the escrow cannot be reached; it is tried again')
    return
  }
  const terms = escrow.knownTerms()
  if (terms !== null && terms.reviewWindowMs !== Math.ceil(config.reviewWindowMs / 1_000) * 1_000)
    log.warn(
      { contract, contractHours: terms.reviewWindowMs / 3_600_000 },
      'the contract has another review window than REVIEW_WINDOW_HOURS; on chain the contract decides',
    )
}
