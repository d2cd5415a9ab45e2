import { checksum, toAddress } from '../../address.ts'
import type { Escrow } from '../../clients/escrow.ts'
import { WrongChainError } from '../../clients/wrong-chain.ts'
import { second } from '../../clock.ts'
import { ConfigError } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { inTime } from '../../in-time.ts'
import { tellOfChain } from './tell-of-chain.ts'

/** A chain that hangs delays no start for longer. */
const patience = 10 * second

/**
 * Looks whether the escrow contracts are ones that this service can work with.
 * @throws ConfigError where one is not. A chain that cannot be reached now is no reason not to start.
 */
export async function checkContracts(context: Context): Promise<void> {
  const problems = await Promise.all(context.escrows.all.map(escrow => findProblem(context, escrow)))
  const found = problems.filter(problem => problem !== null)
  if (found.length > 0) throw new ConfigError(found)
}

async function findProblem({ config, log }: Context, escrow: Escrow): Promise<string | null> {
  const contract = escrow.id
  const terms = await inTime(escrow.readTerms(), patience).catch(error => {
    if (error instanceof WrongChainError) tellOfChain({ log }, escrow, error)
    else log.error({ err: error, contract }, 'the chain of the escrow cannot be reached; it is tried again')
    return 'unreachable' as const
  })
  if (terms === 'unreachable') return null
  if (terms === null)
    return `ESCROW_ADDRESS or ESCROWS: there is no contract at ${checksum(escrow.address)} on chain ${escrow.chainId}.`
  if (terms.operator !== toAddress(escrow.operator))
    return `ESCROW_OPERATOR_KEY or ESCROW_OPERATOR_KEYS: the operator of ${checksum(escrow.address)} on chain ${escrow.chainId} is ${checksum(terms.operator)}, and this key is ${escrow.operator}.`
  if (terms.reviewWindowMs !== Math.ceil(config.reviewWindowMs / 1_000) * 1_000)
    log.warn(
      { contract, contractHours: terms.reviewWindowMs / 3_600_000 },
      'the contract has another review window than REVIEW_WINDOW_HOURS; on chain the contract decides',
    )
  return null
}
