import { type Thanks, type ThanksPost, thanksLapseDays } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isUniqueViolation } from '@furrow/storage/transaction.ts'
import { commitAfter } from '../../access/commit.ts'
import { requireOtherUnfrozen } from '../../access/restraints/frozen.ts'
import type { Address } from '../../ground/address.ts'
import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { ChangedError, ForbiddenError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import { readExactAmount } from '../change/exact-amount.ts'
import { readThanks } from './list.ts'
import type { ThanksRow } from './rows.ts'
import { showThanks } from './rows.ts'
import { findSubject } from './subject.ts'

/**
 * Promises a thanks, once for each giver and pull request, or work. Asked again it is the same one.
 * @throws HttpError where there is nobody to thank, or the same is promised with another amount.
 */
export async function promiseThanks(context: Context, giver: Address, asked: ThanksPost): Promise<Thanks> {
  const { clock, db } = context
  const amount = readExactAmount(asked.amount, asked.token)
  const found = await findSubject(context, giver, asked)
  await requireOtherUnfrozen(db, found.farmer)
  await requireUnblocked(db, giver, found.farmer)
  const now = clock.now()
  const row: ThanksRow = {
    id: createId('thanks', now),
    giver,
    ...found,
    token: asked.token,
    amount,
    created_at: now,
    lapses_at: now + thanksLapseDays * day,
    said_at: null,
    chain_id: null,
    hash: null,
    shown_at: null,
    check_at: now + thanksLapseDays * day,
    tries: 0,
    quest_id: null,
  }
  try {
    return (await findSame(context, row)) ?? (await keep(context, row))
  } catch (error) {
    // An equal request was faster.
    const same = isUniqueViolation(error) ? await findSame(context, row) : null
    if (same === null) throw error
    return same
  }
}

/** @throws ChangedError for another amount or token. */
async function findSame({ clock, db }: Context, row: ThanksRow): Promise<Thanks | null> {
  const before = await db
    .selectFrom('thanks')
    .selectAll()
    .where('giver', '=', row.giver)
    .where('subject', '=', row.subject)
    .executeTakeFirst()
  if (before === undefined || isLapsed(before, clock.now())) return null
  if (before.amount === row.amount && before.token === row.token) return readThanks(db, before)
  throw new ChangedError(
    `You thank for this already, with ${before.amount} ${before.token}${before.quest_id === null ? '' : ', which you paid'}.`,
    { code: 'thanks-differs' },
  )
}

function isLapsed({ hash, lapses_at, quest_id }: ThanksRow, now: number): boolean {
  return quest_id === null && hash === null && lapses_at <= now
}

async function keep(context: Context, row: ThanksRow): Promise<Thanks> {
  const spends = [{ address: row.giver, kind: 'quests' }] as const
  await commitAfter(context, { spends }, async (trx, commit) => {
    await trx
      .deleteFrom('thanks')
      .where('giver', '=', row.giver)
      .where('subject', '=', row.subject)
      .where('quest_id', 'is', null)
      .where('hash', 'is', null)
      .where('lapses_at', '<=', row.created_at)
      .execute()
    await commit(writes => writes.insert('thanks', row))
  })
  return showThanks(row, null)
}

/** @throws ForbiddenError */
async function requireUnblocked(db: Db, giver: Address, farmer: Address): Promise<void> {
  const block = await db
    .selectFrom('mail_blocks')
    .select('at')
    .where(({ and, eb, or }) =>
      or([
        and([eb('owner', '=', farmer), eb('sender', '=', giver)]),
        and([eb('owner', '=', giver), eb('sender', '=', farmer)]),
      ]),
    )
    .executeTakeFirst()
  if (block !== undefined)
    throw new ForbiddenError('One of you has blocked the other: nothing can be given between you.', {
      code: 'thanks-blocked',
    })
}
