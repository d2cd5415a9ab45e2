import type { Hidden, ReportedKind } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { FastifyRequest } from 'fastify'
import type { Address } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { findCaller } from '../auth/session.ts'
import { roleOf } from './moderators.ts'

export type MaybeHidden = Pick<QuestRow, 'id' | 'giver' | 'hidden_at'>

/** Hidden quests are shown to people with a part in them, their judges and moderators alone. @throws NotFoundError */
export async function requireSeen(
  context: Context,
  request: FastifyRequest,
  quest: MaybeHidden,
): Promise<void> {
  if (quest.hidden_at === null) return
  const reader = await findCaller(context, request, 'read', 'take', 'give', 'talk')
  if (reader === null || !(await maySee(context, quest, reader)))
    throw new NotFoundError('There is no such quest.', { code: 'quest-not-found' })
}

/** Like `requireSeen`, by the quest's id; a missing quest is left to the caller. */
export async function requireSeenById(context: Context, request: FastifyRequest, id: string): Promise<void> {
  const quest = await context.db
    .selectFrom('quests')
    .select(['id', 'giver', 'hidden_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (quest !== undefined) await requireSeen(context, request, quest)
}

export async function maySee(context: Context, quest: MaybeHidden, reader: Address): Promise<boolean> {
  if (quest.hidden_at === null || quest.giver === reader) return true
  const { db, escrows } = context
  if (escrows.all.some(escrow => escrow.knownArbiter() === reader)) return true
  if ((await roleOf(context, reader)) !== null) return true
  return (await decidesAbout(db, quest.id, reader)) || takesPart(db, quest.id, reader)
}

/** The arbiter of the quest's own deposit, who may be another one than the contract's now. */
async function decidesAbout(db: Db, questId: string, address: Address): Promise<boolean> {
  const row = await db
    .selectFrom('escrows')
    .select('quest_id')
    .where('quest_id', '=', questId)
    .where('arbiter', '=', address)
    .executeTakeFirst()
  return row !== undefined
}

async function takesPart(db: Db, questId: string, address: Address): Promise<boolean> {
  for (const table of ['assignments', 'applications', 'contest_entries'] as const) {
    const row = await db
      .selectFrom(table)
      .select('quest_id')
      .where('quest_id', '=', questId)
      .where('farmer', '=', address)
      .executeTakeFirst()
    if (row !== undefined) return true
  }
  return false
}

export async function showHidden(
  db: Db,
  kind: ReportedKind,
  thing: string,
  hiddenAt: number,
): Promise<Hidden> {
  const row = await db
    .selectFrom('moderation_log')
    .select('reason')
    .where('kind', '=', kind)
    .where('thing', '=', thing)
    .where('action', '=', 'hide')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { reason: row?.reason ?? '', at: instant(hiddenAt) }
}
