import { DisagreementError } from '../../../ground/clients/agreement.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import { WrongChainError } from '../../../ground/clients/wrong-chain.ts'
import type { Context } from '../../../ground/context.ts'
import { oneFor } from '../../../ground/one-for.ts'

export type Distrust = 'wrong-chain' | 'disagreement'

/** null where this process believed the chain when it last asked. */
export const distrustOf = oneFor((_: Escrow) => ({ why: null as Distrust | null }))

const words: Record<Distrust, string> = {
  'wrong-chain': 'the RPC of the escrow is of another chain: nothing is read or sent until it is not',
  disagreement: 'two RPCs of the escrow disagree: nothing is read or paid until they agree',
}

export function tellOfChain({ log }: Pick<Context, 'log'>, escrow: Escrow, error: unknown): void {
  const last = distrustOf(escrow)
  const why = distrustIn(error)
  if (last.why === why) return
  last.why = why
  const { chainId, id: contract } = escrow
  if (why === null) log.info({ chainId, contract }, 'the RPC of the escrow is believed again')
  else log.error({ chainId, contract, err: error }, words[why])
}

function distrustIn(error: unknown): Distrust | null {
  if (error instanceof WrongChainError) return 'wrong-chain'
  return error instanceof DisagreementError ? 'disagreement' : null
}
