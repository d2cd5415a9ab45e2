import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { Standing } from '../../../ground/clients/read-roles.ts'
import { second } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import { oneFor } from '../../../ground/one-for.ts'

export type StandingProblem = 'low-balance' | 'no-contract' | 'no-operator' | 'proposals-paused'

const freshFor = 30 * second

type Last = { readonly at: number; readonly problem: StandingProblem | null }

const lastOf = oneFor((_: Escrow) => ({ look: null as Last | null }))

/** The key that the contract takes proposals from sends from then on. @throws Error where the chain cannot be asked. */
export async function lookAtStanding(
  { clock, log }: Context,
  escrow: Escrow,
): Promise<StandingProblem | null> {
  const last = lastOf(escrow)
  const now = clock.now()
  // A key that was topped up goes on at once.
  const isFresh = last.look !== null && Math.abs(now - last.look.at) < freshFor
  if (last.look !== null && isFresh && last.look.problem !== 'low-balance') return last.look.problem
  const before = escrow.operator
  const problem =
    (await escrow.readTerms()) === null
      ? 'no-contract'
      : (judge(escrow, await escrow.readStanding()) ?? (await weigh(escrow)))
  if (escrow.operator !== before)
    log.info(
      { contract: escrow.id, operator: escrow.operator },
      'another key of the settings is the operator of the escrow contract, and is used from now on',
    )
  last.look = { at: now, problem }
  return problem
}

/** A refused proposal is news: the contract is asked again in the next round. */
export function forgetStanding(escrow: Escrow): void {
  lastOf(escrow).look = null
}

function judge(escrow: Escrow, { operator, paused }: Standing): StandingProblem | null {
  escrow.serveAs(operator)
  if (!escrow.operators.includes(operator)) return 'no-operator'
  return paused ? 'proposals-paused' : null
}

async function weigh(escrow: Escrow): Promise<StandingProblem | null> {
  const [balance, cost] = await Promise.all([escrow.readBalance(), escrow.readCallCost()])
  return balance < cost ? 'low-balance' : null
}
