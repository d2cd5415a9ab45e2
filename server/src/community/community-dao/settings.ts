import type { DaoSettings, DaoSettingsChange } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import { showPoints } from '../../rules/points/points.ts'
import { seasonAt } from '../../rules/points/season.ts'

/** The behaviour from before settings existed: anyone proposes. */
const usual: DaoSettings = {
  proposeBy: 'anyone',
  proposePoints: 0,
  weights: 'one',
  titleWeights: [],
  quorum: 20,
  vetoHours: 48,
}

export async function readSettings(db: Db): Promise<DaoSettings> {
  const { settings } = await db
    .selectFrom('dao')
    .select('settings')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return { ...usual, ...(settings === null ? {} : (JSON.parse(settings) as DaoSettingsChange)) }
}

export async function changeSettings(trx: Db, change: DaoSettingsChange): Promise<void> {
  const settings = JSON.stringify({ ...(await readSettings(trx)), ...change })
  await trx.updateTable('dao').set({ settings }).where('id', '=', 1).execute()
}

/** @throws BadRequestError where it is empty, or has a title twice. */
export function requireSettings({ titleWeights = [], ...others }: DaoSettingsChange, given: object): void {
  if (Object.keys(given).length === 0 && Object.keys(others).length === 0)
    throw new BadRequestError('Say which setting is to change.')
  if (new Set(titleWeights.map(({ title }) => title)).size < titleWeights.length)
    throw new BadRequestError('titleWeights has a title more than once.')
}

/** @throws ForbiddenError for people who may not propose here. The Genesis Creator always may. */
export async function requireMayPropose(
  { clock, config, db }: Context,
  caller: Address,
  { proposeBy, proposePoints }: DaoSettings,
): Promise<void> {
  if (proposeBy === 'anyone' || caller === config.genesisCreator) return
  if (proposeBy === 'members') {
    if (!(await isMember(db, caller)))
      throw new ForbiddenError('Only members may propose here.', { code: 'members-only' })
    return
  }
  const score = await db
    .selectFrom('season_scores')
    .select('points')
    .where('season', '=', seasonAt(config, clock.now()))
    .where('role', '=', 'farmer')
    .where('address', '=', caller)
    .executeTakeFirst()
  if (showPoints(score?.points ?? 0) < proposePoints)
    throw new ForbiddenError(`You need ${proposePoints} points this season to propose here.`, {
      code: 'points-needed',
    })
}

export async function isMember(db: Db, address: Address): Promise<boolean> {
  const member = await db
    .selectFrom('dao_members')
    .select('address')
    .where('address', '=', address)
    .executeTakeFirst()
  return member !== undefined
}
