import { randomBytes } from 'node:crypto'
import {
  topics as allTopics,
  type Channel,
  type ChannelChange,
  type MadeChannel,
  mostChannelsOfKind,
  type NewChannel,
  type Notifications,
  type Topic,
} from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { SubscriptionTable } from '@furrow/storage/outbox-tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import type { Insertable, Selectable } from 'kysely'
import { commit, commitAfter } from '../../access/commit.ts'
import type { Done, KeyUse } from '../../access/idempotency/kept-keys.ts'
import { keyedAddress } from '../../access/quotas/keyed.ts'
import type { Spend } from '../../access/quotas/kinds.ts'
import { writeReturns } from '../../access/quotas/spend.ts'
import type { Address } from '../../ground/address.ts'
import { RefusedUrlError, requirePublicHost } from '../../ground/clients/guarded-fetch.ts'
import { instant, instantOrNull, minute, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import {
  BadRequestError,
  NotFoundError,
  TooManyRequestsError,
  UnavailableError,
} from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import {
  hostOf,
  isSame,
  isUnknown,
  openTarget,
  readTarget,
  sealTarget,
  showTarget,
  type Target,
  urlOf,
} from '../../people/mail/channel-target.ts'
import { type Asker, spendsOfLink } from './mailboxes.ts'
import { readPushKey } from './push-keys.ts'
import { tryNow } from './try-now.ts'

export type ChannelRow = Selectable<SubscriptionTable>

export async function readNotifications(context: Context, address: Address): Promise<Notifications> {
  const [rows, pushKey] = await Promise.all([readRows(context, address), readPushKey(context)])
  return {
    channels: rows.map(row => showChannel(context, row)),
    email: context.config.notifications.smtp !== null,
    pushKey,
  }
}

/**
 * Adds a channel. An address that could be a stranger's is asked first, and hears nothing else before it has agreed; adding it
 * again asks once more.
 * @throws BadRequestError; UnavailableError if the service cannot send that kind; TooManyRequestsError for one too many.
 */
export async function addChannel(
  context: Context,
  asker: Asker,
  asked: NewChannel,
  use: KeyUse | null,
): Promise<MadeChannel> {
  const { address } = asker
  const { clock, config } = context
  if (asked.kind === 'email' && config.notifications.smtp === null)
    throw new UnavailableError('This service sends no e-mail: SMTP_URL is not set.', {
      code: 'not-configured',
    })
  if (asked.kind === 'push' && (await readPushKey(context)) === null)
    throw new UnavailableError(
      'This service sends no web push: neither WEB_PUSH_CONTACT nor MAIL_FROM is set.',
      { code: 'not-configured' },
    )
  const target = readTarget(asked, `whsec_${randomBytes(24).toString('base64')}`)
  await requirePublic(target)
  const same = (await readRows(context, address)).find(row => isSame(openTarget(context, row.target), target))
  if (same !== undefined && same.state !== 'asked')
    throw new BadRequestError('You have this channel already.', { code: 'has-channel' })

  const now = clock.now()
  const row: ChannelRow = {
    id: same?.id ?? randomBytes(12).toString('hex'),
    address,
    kind: asked.kind,
    target: sealTarget(context, target),
    topics: packTopics(asked.topics ?? allTopics),
    daily: asked.digest === 'daily' ? 1 : 0,
    state: isUnknown(target) ? 'asked' : 'on',
    created_at: same?.created_at ?? now,
    asked_at: now,
    tries: 0,
    failing_since: null,
    problem: null,
    delivered_at: null,
    paused_until: null,
    told_since: null,
    told: 0,
    host: keyedAddress(context, `host ${hostOf(target)}`),
  }
  const spends = spendsOf(context, asker, target, same === undefined)
  const key = { use, made: row.id, at: now }
  await commitAfter(context, { key, spends }, async (trx, commit) => {
    await commit(writes => {
      writes.put('subscriptions', ['id'], row satisfies Insertable<SubscriptionTable>)
      if (row.state === 'asked') writes.insert('outbox', ownRow(row, 'confirm', now))
    })
    await requireFewOfKind(trx, row)
  })
  return showMade(context, row)
}

/** Runs after the count of all channels, whose lock makes simultaneous additions wait. @throws TooManyRequestsError */
async function requireFewOfKind(trx: Db, { address, kind }: ChannelRow): Promise<void> {
  if (kind !== 'email' && kind !== 'webhook') return
  const { count } = await trx
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('address', '=', address)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  if (Number(count) <= mostChannelsOfKind) return
  const noun = kind === 'email' ? 'e-mail addresses' : 'webhooks'
  throw new TooManyRequestsError(
    minute / second,
    `You have ${mostChannelsOfKind} ${noun}, which is the most; remove one of them first.`,
    { code: 'quota-exceeded' },
  )
}

function showMade(context: Context, row: ChannelRow): MadeChannel {
  const target = openTarget(context, row.target)
  return { ...showChannel(context, row), ...(target?.kind === 'webhook' && { secret: target.secret }) }
}

/** The channel that the same request made, as it is now, for a client that lost the answer. @throws NotFoundError */
export async function showAdded(context: Context, address: Address, { made }: Done): Promise<MadeChannel> {
  return showMade(context, await requireOwn(context, address, made))
}

/** @throws BadRequestError */
async function requirePublic(target: Target): Promise<void> {
  const url = urlOf(target)
  if (url === null) return
  await requirePublicHost(url).catch(error => {
    if (!(error instanceof RefusedUrlError)) throw error
    throw new BadRequestError(`url must lead to the public internet. ${error.message}`, {
      code: 'channel-invalid',
    })
  })
}

function spendsOf(context: Context, asker: Asker, target: Target, isNew: boolean): Spend[] {
  const { address } = asker
  const room: Spend[] = isNew ? [{ address, kind: 'channels' }] : []
  if (target.kind === 'email') return [...room, ...spendsOfLink(context, asker, target.address)]
  return isNew ? room : [{ address, kind: 'tests' }]
}

/** Asks again, after `limit`, if the channel has not agreed yet. @throws NotFoundError; BadRequestError for an unconfirmed e-mail address; TooManyRequestsError. */
export async function changeChannel(
  context: Context,
  address: Address,
  { id, topics, digest, on }: ChannelChange,
  limit: () => void,
): Promise<Channel> {
  if (on) await askAgain(context, address, id, limit)
  return transaction(context.db, async trx => {
    const row = await requireOwn({ ...context, db: trx }, address, id)
    const changed = {
      ...(topics !== undefined && { topics: packTopics(topics) }),
      ...(digest !== undefined && { daily: digest === 'daily' ? 1 : 0 }),
      ...(on && row.state !== 'asked' && startAnew(row)),
    }
    if (Object.keys(changed).length > 0)
      await trx.updateTable('subscriptions').set(changed).where('id', '=', id).execute()
    if (on && row.state !== 'asked') await tryNow({ ...context, db: trx }, row)
    return showChannel(context, { ...row, ...changed })
  })
}

/** For a sound channel, a pause is the lease of a process that sends to it, or an outage of the mail server: it stays. */
function startAnew({ failing_since, paused_until }: ChannelRow) {
  const fresh = { state: 'on' as const, tries: 0, failing_since: null, problem: null }
  return { ...fresh, paused_until: failing_since === null ? paused_until : null }
}

/** For channels that have not agreed yet. Answers to the earlier question no longer count. */
async function askAgain(context: Context, address: Address, id: string, limit: () => void): Promise<void> {
  const row = await requireOwn(context, address, id)
  if (row.state !== 'asked') return
  if (row.kind === 'email')
    throw new BadRequestError('This address is not confirmed yet: follow the link that was sent there.', {
      code: 'channel-unconfirmed',
    })
  limit()
  const now = context.clock.now()
  const spends: Spend[] = [{ address, kind: 'tests' }]
  await commitAfter(context, { spends }, async (trx, commit) => {
    const asked = await trx
      .updateTable('subscriptions')
      .set({ asked_at: now, tries: 0, failing_since: null, problem: null, paused_until: null })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .returning('id')
      .executeTakeFirst()
    if (asked === undefined) return
    await trx.deleteFrom('outbox').where('channel', '=', id).execute()
    await commit(writes => writes.insert('outbox', ownRow(row, 'confirm', now)))
  })
}

/** Also drops all that was on its way to it. @throws NotFoundError */
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
    await writeTogether(trx, writes => writeReturns(writes, 'channels', [address]))
  })
}

/** Sends a test through the outbox, like everything else. @throws NotFoundError; BadRequestError if the channel is not on. */
export async function testChannel(context: Context, address: Address, id: string): Promise<void> {
  const row = await requireOwn(context, address, id)
  if (row.state !== 'on')
    throw new BadRequestError('This channel is not on: switch it on first.', { code: 'channel-off' })
  await commit(context, { spends: [{ address, kind: 'tests' }] }, writes =>
    writes.insert('outbox', ownRow(row, 'test', context.clock.now())),
  )
}

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

const noChannel = () => new NotFoundError('You have no such channel.', { code: 'channel-not-found' })

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
    failingSince: instantOrNull(row.failing_since),
    pausedUntil:
      row.failing_since !== null && row.state !== 'failing' ? laterOf(context, row.paused_until) : null,
  }
}

function laterOf({ clock }: Context, at: number | null): string | null {
  return instantOrNull(at !== null && at > clock.now() ? at : null)
}

/** Padded with spaces, so that the database finds one among them. */
function packTopics(topics: readonly Topic[]): string {
  return ` ${allTopics.filter(topic => topics.includes(topic)).join(' ')} `
}
