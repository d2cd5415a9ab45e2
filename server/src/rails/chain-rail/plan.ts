import { toUnits } from '@furrow/sdk/amount'
import { escrowOf } from '../../clients/escrow.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/db.ts'
import type { EscrowRow } from '../../db/escrow-tables.ts'
import { BadRequestError, UnavailableError } from '../../errors.ts'
import type { Planned } from '../rail.ts'

/**
 * What a new quest is to be funded with on chain.
 * @throws BadRequestError for a token that this service does not escrow, an amount of nothing, or one finer than the
 * token; UnavailableError where the token's decimals cannot be read.
 */
export async function planDeposit({ config, escrow }: Context, quest: Planned): Promise<EscrowRow> {
  if (escrow === null) throw new Error('there is no escrow contract to plan for')
  const token = config.tokens.get(quest.token.toUpperCase())
  if (token === undefined)
    throw new BadRequestError(`rewardToken must be one of ${[...config.tokens.keys()].join(', ')}.`)
  const decimals = await escrow.readDecimals(token).catch(error => {
    throw new UnavailableError('The chain cannot be asked for this token right now.', { cause: error })
  })
  const amountEach = toUnits(quest.amount, decimals)
  if (amountEach === null)
    throw new BadRequestError(`rewardAmount must have at most ${decimals} decimals, as ${quest.token} has.`)
  if (amountEach === 0n) throw new BadRequestError('rewardAmount must be more than 0.')
  return {
    quest_id: quest.id,
    escrow: escrowOf(quest.giver, quest.id),
    contract: escrow.id,
    token_address: token,
    decimals,
    amount_each: String(amountEach),
    slots: quest.max_farmers,
    ...unfunded,
  }
}

const unfunded = { status: 'unfunded', problem: null } as const

/** What was planned for a quest, as it was before anybody paid in. */
export async function readPlan(db: Db, questId: string): Promise<EscrowRow> {
  const row = await db
    .selectFrom('escrows')
    .selectAll()
    .where('quest_id', '=', questId)
    .executeTakeFirstOrThrow()
  return { ...row, ...unfunded }
}
