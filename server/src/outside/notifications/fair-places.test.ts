import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Harness, startHarness } from '../../../test/harness.ts'
import { hasOpenssl, startHttpsHost } from '../../../test/https-host.ts'
import { startMailSink } from '../../../test/mail-sink.ts'
import { day } from '../../ground/clock.ts'
import { createDelivery } from './deliver.ts'
import { confirmationUrl } from './links.ts'

const why = hasOpenssl ? '' : ' (skipped: there is no openssl to make a certificate with)'
const many = 250

/** A service that sends, and hosts below hang.test, whose addresses nobody ever learns. */
async function start() {
  const told: string[] = []
  const host = await startHttpsHost((request, response) => {
    told.push(request.url ?? '')
    response.end()
  })
  const sink = await startMailSink()
  const settings = { ...sink.env, QUOTA_CONFIRMATIONS_AN_HOUR: '1000', PUBLIC_URL: 'https://barn.example' }
  const harness = await startHarness({ env: settings })
  const hanging: string[] = []
  const never = Promise.withResolvers<never>()
  const delivery = createDelivery({
    ...host.internet,
    resolve(name, signal) {
      if (!name.endsWith('hang.test')) return host.internet.resolve(name, signal)
      hanging.push(name)
      return never.promise
    },
  })
  /** A round that goes on until the end of the test. */
  function deliver() {
    const stop = new AbortController()
    const round = delivery.round(harness.context, stop.signal)
    onTestFinished(async () => {
      stop.abort()
      never.reject(new Error('The test is over.'))
      await round
    })
  }
  return { ...harness, sink, origin: host.origin, told, hanging, deliver, confirm: () => confirmAll(harness) }
}

/** All channels agree and count as sound; their waiting messages become tests. */
async function confirmAll({ clock, context, visitor }: Harness): Promise<void> {
  const { db } = context
  const asked = await db.selectFrom('subscriptions').selectAll().where('state', '=', 'asked').execute()
  for (const one of asked) {
    const [, token = ''] = /token=([\w.-]+)/.exec(confirmationUrl(context, one)) ?? []
    await visitor.notifications.confirm(token)
  }
  const delivered = clock.now() - day
  await sql`update subscriptions set delivered_at = ${delivered}`.execute(db)
  await sql`update outbox set topic = 'test'`.execute(db)
}

async function addHanging({ user }: Harness, urlOf: (index: number) => string): Promise<void> {
  for (let index = 0; index < many; index++)
    await user().furrow.notifications.add({ kind: 'webhook', url: urlOf(index) })
}

describe.skipIf(!hasOpenssl)(`messages that wait longer than others${why}`, () => {
  test('hide nobody else, however many of them lead to one host, of as many wallets', async () => {
    const service = await start()
    const { clock, confirm, context, deliver, hanging, origin, told, user } = service
    await addHanging(service, index => `https://hang.test/${index}`)
    const alice = user()
    await alice.furrow.notifications.add({ kind: 'webhook', url: `${origin}/hook` })
    await context.db.deleteFrom('outbox').where('address', '=', alice.address).execute()
    await confirm()
    clock.advance(1_000)
    await user().furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    deliver()
    await expect.poll(() => told, { timeout: 20_000 }).toEqual(['/hook'])
    expect(hanging.length).toBeLessThanOrEqual(32)
  })

  test('keep no e-mail waiting, not even the first one to an address', async () => {
    const service = await start()
    const { clock, confirm, deliver, hanging, sink, user } = service
    await addHanging(service, index => `https://h${index}.hang.test/`)
    await confirm()
    clock.advance(1_000)
    await user().furrow.notifications.add({ kind: 'email', address: 'alice@home.example' })
    deliver()
    await expect.poll(() => sink.mails.length, { timeout: 20_000 }).toBe(1)
    expect(hanging.length).toBeLessThanOrEqual(32)
    // All quick places are taken by now, and stay so while the clock stands still.
    await expect.poll(() => hanging.length).toBe(32)
    await user().furrow.notifications.add({ kind: 'email', address: 'bob@home.example' })
    await expect.poll(() => sink.mails.length, { timeout: 8_000 }).toBe(2)
    expect(hanging).toHaveLength(32)
  })
})
