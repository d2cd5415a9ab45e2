import { randomBytes } from 'node:crypto'
import {
  topics as allTopics,
  type Channel,
  type ChannelChange,
  type MadeChannel,
  type NewChannel,
  type Notifications,
  type Topic,
} from '@furrow/sdk/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Address } from '../address.ts'
import { instant, instantOrNull } from '../clock.ts'
import type { Context } from '../context.ts'
import type { SubscriptionTable } from '../db/outbox-tables.ts'
import { transaction } from '../db/transaction.ts'
import { writeAll } from '../db/write-all.ts'
import { createWrites } from '../db/writes.ts'
import { BadRequestError, NotFoundError, UnavailableError } from '../errors.ts'
import { createId } from '../ids.ts'
import type { Spend } from '../quotas/kinds.ts'
import { withinEach, writeReturns, writeSpends } from '../quotas/spend.ts'
import { mailboxKey } from './links.ts'
import { readPushKey } from './push-keys.ts'
import { isSame, openTarget, readTarget, sealTarget, showTarget, type Target } from './target.ts'

export type ChannelRow = Selectable<SubscriptionTable>

/** What somebody hears of outside the app, and what this service can do for that. */
export async function readNotifications(context: Context, address: Address): Promise<Notifications> {
  const [rows, pushKey] = await Promise.all([readRows(context, address), readPushKey(context)])
  return {
    channels: rows.map(row => showChannel(context, row)),
    email: context.config.notifications.smtp !== null,
    pushKey,
  }
}

/**
 * Adds a channel. An e-mail address is sent a link, and hears nothing else before that was followed; who adds an address
 * again that waits for that is sent another.
 * @throws BadRequestError; UnavailableError where the service sends no such thing; TooManyRequestsError for one too many.
 */
export async function addChannel(
  context: Context,
  address: Address,
  asked: NewChannel,
): Promise<MadeChannel> {
  const { clock, config, db } = context
  if (asked.kind === 'email' && config.notifications.smtp === null)
    throw new UnavailableError('This service sends no e-mail: SMTP_URL is not set.')
  if (asked.kind === 'push' && (await readPushKey(context)) === null)
    throw new UnavailableError(
      'This service sends no web push: neither WEB_PUSH_CONTACT nor MAIL_FROM is set.',
    )
  const target = readTarget(asked, `whsec_${randomBytes(24).toString('base64')}`)
  const same = (await readRows(context, address)).find(row => isSame(openTarget(context, row.target), target))
  if (same !== undefined && same.state !== 'asked')
    throw new BadRequestError('You have this channel already.')

  const now = clock.now()
  const row: ChannelRow = {
    id: same?.id ?? randomBytes(12).toString('hex'),
    address,
    kind: asked.kind,
    target: sealTarget(context, target),
    topics: packTopics(asked.topics ?? allTopics),
    daily: asked.digest === 'daily' ? 1 : 0,
    state: asked.kind === 'email' ? 'asked' : 'on',
    created_at: same?.created_at ?? now,
    asked_at: now,
    tries: 0,
    failing_since: null,
    problem: null,
    delivered_at: null,
  }
  const spends = spendsOf(context, address, target, same === undefined)
  await withinEach(context, spends, () =>
    transaction(db, async trx => {
      const writes = createWrites()
      writes.put('subscriptions', ['id'], row satisfies Insertable<SubscriptionTable>)
      if (row.state === 'asked') writes.insert('outbox', ownRow(row, 'confirm', now))
      writeSpends(writes, context, spends)
      await writeAll(trx, writes)
    }),
  )
  return { ...showChannel(context, row), ...('secret' in target && { secret: target.secret }) }
}

function spendsOf(context: Context, address: Address, target: Target, isNew: boolean): Spend[] {
  const room: Spend[] = isNew ? [{ address, kind: 'channels' }] : []
  if (target.kind !== 'email') return room
  const mailbox = mailboxKey(context, target.address)
  return [...room, { address, kind: 'confirmations' }, { address: mailbox, kind: 'mailboxes' }]
}

/** @throws NotFoundError; BadRequestError for one that waits to be confirmed. */
export async function changeChannel(
  context: Context,
  address: Address,
  { id, topics, digest, on }: ChannelChange,
): Promise<Channel> {
  return transaction(context.db, async trx => {
    const row = await requireOwn({ ...context, db: trx }, address, id)
    if (on && row.state === 'asked')
      throw new BadRequestError('This address is not confirmed yet: follow the link that was sent there.')
    const changed = {
      ...(topics !== undefined && { topics: packTopics(topics) }),
      ...(digest !== undefined && { daily: digest === 'daily' ? 1 : 0 }),
      ...(on && { state: 'on' as const, tries: 0, failing_since: null, problem: null }),
    }
    if (Object.keys(changed).length > 0)
      await trx.updateTable('subscriptions').set(changed).where('id', '=', id).execute()
    return showChannel(context, { ...row, ...changed })
  })
}

/** With all that was on its way to it. @throws NotFoundError */
export async function removeChannel({ db }: Context, address: Address, id: string): Promise<void> {
  await transaction(db, async trx => {
    const gone = await trx
      .deleteFrom('subscriptions')
      .where('id', '=', id)
      .where('address', '=', address)
      .returning('id')
      .executeTakeFirst()
    if (gone === undefined) throw noChannel()
    await trx.deleteFrom('outbox').where('channel', '=', id).execute()
    const writes = createWrites()
    writeReturns(writes, 'channels', [address])
    await writeAll(trx, writes)
  })
}

/** Sends something to it, on the way that everything takes. @throws NotFoundError; BadRequestError where it is not on. */
export async function testChannel(context: Context, address: Address, id: string): Promise<void> {
  const row = await requireOwn(context, address, id)
  if (row.state !== 'on') throw new BadRequestError('This channel is not on.')
  const spends: Spend[] = [{ address, kind: 'tests' }]
  await withinEach(context, spends, async () => {
    const writes = createWrites()
    writes.insert('outbox', ownRow(row, 'test', context.clock.now()))
    writeSpends(writes, context, spends)
    await writeAll(context.db, writes)
  })
}

/** What is about the channel itself goes by itself, at once. */
function ownRow({ id, address }: ChannelRow, topic: 'confirm' | 'test', at: number) {
  return { channel: id, letter: createId(topic, at), address, topic, at, digest: null, due_at: at }
}

async function requireOwn(context: Pick<Context, 'db'>, address: Address, id: string): Promise<ChannelRow> {
  const row = await context.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where('address', '=', address)
    .executeTakeFirst()
  if (row === undefined) throw noChannel()
  return row
}

const noChannel = () => new NotFoundError('You have no such channel.')

function readRows({ db }: Context, address: Address): Promise<ChannelRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('address', '=', address)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

function showChannel(context: Context, row: ChannelRow): Channel {
  return {
    id: row.id,
    kind: row.kind,
    to: showTarget(openTarget(context, row.target)),
    topics: row.topics.trim().split(' ').filter(Boolean) as Topic[],
    digest: row.daily === 1 ? 'daily' : 'at-once',
    state: row.state,
    createdAt: instant(row.created_at),
    deliveredAt: instantOrNull(row.delivered_at),
    problem: row.problem,
  }
}

/** As the database finds one among them. */
function packTopics(topics: readonly Topic[]): string {
  return ` ${allTopics.filter(topic => topics.includes(topic)).join(' ')} `
}
