import { checksum, toAddress } from '../../address.ts'
import { ConfigError } from '../../config/config.ts'
import type { Context } from '../../context.ts'

/**
 * Looks whether the escrow contract is one that this service can work with.
 * @throws ConfigError where it is not. A chain that cannot be reached now is no reason not to start.
 */
export async function checkContract({ config, escrow, log }: Context): Promise<void> {
  if (escrow === null) return
  const terms = await escrow.readTerms().catch(error => {
    log.error({ err: error }, 'the chain of the escrow cannot be reached; it is tried again')
    return 'unreachable' as const
  })
  if (terms === 'unreachable') return
  if (terms === null)
    throw new ConfigError([
      `ESCROW_ADDRESS: there is no contract at ${checksum(escrow.address)} on chain ${escrow.chainId}.`,
    ])
  if (terms.operator !== toAddress(escrow.operator))
    throw new ConfigError([
      `ESCROW_OPERATOR_KEY: the contract's operator is ${checksum(terms.operator)}, and this key is ${escrow.operator}.`,
    ])
  if (terms.reviewWindowMs !== Math.ceil(config.reviewWindowMs / 1_000) * 1_000)
    log.warn(
      { contractHours: terms.reviewWindowMs / 3_600_000 },
      'the contract has another review window than REVIEW_WINDOW_HOURS; on chain the contract decides',
    )
}
