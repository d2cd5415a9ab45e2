import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { blob, createFilesEnv, pdf, text } from '../../../test/files.ts'
import {
  engine,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { longestHere, watchTurns } from '../../../test/turns.ts'
import { unzip } from '../../../test/unzip.ts'
import { checksum } from '../../ground/address.ts'
import { day } from '../../ground/clock.ts'
import { toLine } from '../../ground/csv.ts'

/** Pays for work on a quest with that title. */
async function payFor({ user }: Harness, giver: User, farmer: User, title: string): Promise<string> {
  const { id } = await user(giver).furrow.quests.post({ ...sampleQuest, title, maxFarmers: 2 })
  await user(farmer).furrow.quests.accept(id)
  await user(farmer).furrow.quests.submit(id, { note: 'Done' })
  await user(giver).furrow.quests.approve(id, farmer.address)
  await user(giver).furrow.quests.cancel(id)
  return id
}

const linesOf = async (statement: Promise<Blob>) => (await (await statement).text()).trimEnd().split('\r\n')

/** Copies a paid quest so many times, later ones with earlier times. */
async function repeat({ context: { db } }: Harness, id: string, farmer: User, count: number): Promise<void> {
  const other = sql`'quest-' || cast(1000000000000 - i as text) || '-aa'`
  const release = sql`'release:' || ${other} || ${`:${farmer.address}`}`
  const rows = [
    ['quests', sql`id = ${id}`, { id: other }],
    ['assignments', sql`quest_id = ${id}`, { quest_id: other }],
    ['quest_events', sql`quest_id = ${id} and kind = 'posted'`, { quest_id: other }],
    ['ledger_transfers', sql`id like 'release:%'`, { id: release, quest_id: other, at: sql`at - i` }],
    ['ledger_entries', sql`transfer_id like 'release:%' and account = 'released'`, { transfer_id: release }],
  ] as const
  for (const [table, which, others] of rows) {
    const { rows } = await sql<object>`select * from ${sql.table(table)} where ${which}`.execute(db)
    const columns = Object.keys(rows[0] as object)
    const values = columns.map(name => (others as Record<string, unknown>)[name] ?? sql.ref(name))
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))})
      with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(count)})
      select ${sql.join(values)} from numbers, ${sql.table(table)} where ${which}`.execute(db)
  }
}

/** As after an `analyze` of empty tables: PostgreSQL expects to find no row, and would go through all of them again and again. */
async function countAsEmpty({ context: { db } }: Harness): Promise<void> {
  if (engine === 'sqlite') return
  const count = (rows: number, pages: number) =>
    sql`update pg_class set reltuples = ${rows}, relpages = ${pages}
      where relkind in ('r', 'i') and relnamespace = to_regnamespace(current_schema())`.execute(db)
  // As where nothing was counted yet.
  onTestFinished(async () => void (await count(-1, 0)))
  await count(0, 300)
}

describe('GET /account/export', () => {
  test('has everything of who asks, letters opened and files with their bytes, and nothing of others', async () => {
    const harness = await startHarness({ env: await createFilesEnv() })
    const [me, other] = [harness.user(), harness.user()]
    await me.furrow.profile.change({ farmerProfile: { bio: 'I dig.' } })
    await me.furrow.mail.send({ to: other.address, subject: 'Hello', body: 'From me' })
    await other.furrow.mail.send({ to: me.address, subject: 'Re: Hello', body: 'To me' })
    await other.furrow.mail.send({ to: harness.genesis.address, subject: 'Secret', body: 'Not for you' })
    await harness.user(harness.platform).furrow.mail.send({ to: '*', subject: 'News', body: 'For all' })
    const file = await me.furrow.files.upload(blob(text, 'text/plain'))
    const id = await payFor(harness, other, me, 'Dig')
    await me.furrow.quests.comment({ questId: id, body: 'Dug.' })
    await me.furrow.quests.review(id, other.address, 5, 'Paid at once')
    await me.furrow.quests.drafts.create({ quest: { title: 'Later' } })
    const own = await me.furrow.quests.post({ ...sampleQuest, title: 'Hoe', admission: 'application' })
    await me.furrow.quests.edit(own.id, { title: 'Rake' }, own.updatedAt)
    await other.furrow.quests.apply(own.id)
    await me.furrow.quests.decline(own.id, other.address, 'Not this year.')

    const zip = unzip(Buffer.from(await (await me.furrow.account.export()).arrayBuffer()))
    const read = (name: string) => JSON.parse(String(zip.get(`${name}.json`)))
    expect(read('profile')).toMatchObject([{ address: checksum(me.address), bio: 'I dig.' }])
    const letters = (read('mail') as { body: string }[]).map(({ body }) => body)
    expect(letters).toEqual(expect.arrayContaining(['From me', 'To me']))
    expect(read('broadcasts')).toMatchObject([{ body: 'For all' }])
    expect(read('places')).toMatchObject([{ questId: id, submissionNote: 'Done', status: 'released' }])
    const [, placesHead] = /^(.*)\r\n/.exec(String(zip.get('places.csv'))) ?? []
    expect(placesHead).toMatch(/"farmerAccount","giverAccount"$/)
    expect(read('places')).toMatchObject([{ farmerAccount: null, giverAccount: null }])
    expect(read('comments')).toMatchObject([{ body: 'Dug.' }])
    expect(read('reviews-given')).toMatchObject([{ comment: 'Paid at once', rating: 5 }])
    expect(read('earlier-texts')).toMatchObject([{ questId: own.id, before: { title: 'Hoe' } }])
    expect(read('reasons-given')).toMatchObject([{ questId: own.id, reason: 'Not this year.' }])
    expect(read('drafts')).toMatchObject([{ quest: { title: 'Later' } }])
    expect(read('files')).toMatchObject([{ id: file.id }])
    expect(zip.get(file.url.replace('/api/', ''))).toEqual(text)
    expect(String(zip.get('payments.csv'))).toContain('"booked",,"USDC","100"')
    expect(String(zip.get('mail.csv'))).toContain('"To me"')
    expect(String(zip.get('README.txt'))).toContain('Everything that Furrow has of')
    expect([...zip.values()].join('')).not.toContain('Not for you')
  })

  test('is there five times a day, and needs a session', async () => {
    const { clock, send, user } = await startHarness()
    const me = user()
    for (let count = 0; count < 5; count++)
      expect((await me.furrow.account.export()).type).toBe('application/zip')
    const refused = await send('GET', '/account/export', { token: me.token })
    expect(refused).toMatchObject({
      status: 429,
      body: { error: expect.stringMatching(/5 times today.*go on at/), code: expect.any(String) },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send('GET', '/account/export')).status).toBe(401)
    clock.advance(day)
    expect((await user(me).furrow.account.export()).size).toBeGreaterThan(100)
  })

  test('comes while it is put together, ends when its reader has gone, and counts only where it arrived', async () => {
    const { baseUrl, context, user } = await startHarness({ env: await createFilesEnv() })
    const me = user()
    for (const _ of [1, 2, 3])
      await me.furrow.files.upload(blob(Buffer.concat([pdf, randomBytes(4_900_000), pdf]), 'application/pdf'))
    for (let count = 0; count < 6; count++) {
      const { body } = (await fetch(`${baseUrl}/account/export`, {
        headers: { authorization: `Bearer ${me.token}` },
      })) as { body: ReadableStream<Uint8Array> }
      const reader = body.getReader()
      // The first file of a zip comes at once.
      const { value = new Uint8Array() } = await reader.read()
      expect(String(Buffer.from(value.subarray(0, 2)))).toBe('PK')
      await reader.cancel()
    }
    const used = () =>
      context.db.selectFrom('quotas').select('used').where('kind', '=', 'exports').executeTakeFirst()
    expect(await used()).toBe(undefined)
    expect((await me.furrow.account.export()).size).toBeGreaterThan(14_700_000)
    expect(await used()).toEqual({ used: 1 })
  })

  test('of thousands of quests has each of them, in the order of their times, and holds nobody else up', async () => {
    const harness = await startHarness({ env: await takeSharedDatabase() })
    const [me, other] = [harness.user(), harness.user()]
    const id = await payFor(harness, me, other, 'Dig')
    await repeat(harness, id, other, 6_000)
    await countAsEmpty(harness)
    const { longest, value } = await watchTurns(me.furrow.account.export())
    const zip = unzip(Buffer.from(await value.arrayBuffer()))
    expect(JSON.parse(String(zip.get('what-you-did.json'))).length).toBeGreaterThan(6_000)
    const [, ...lines] = String(zip.get('payments.csv')).trimEnd().split('\r\n')
    const times = lines.map(line => line.split(',')[0])
    expect(times.length).toBeGreaterThan(6_000)
    expect(times).toEqual(times.toSorted())
    expect(longest).toBeLessThan(await longestHere(80))
  })

  test('of a thousand long letters holds nobody else up', async () => {
    const { context, user } = await startHarness()
    const [me, other] = [user(), user()]
    await other.furrow.mail.send({ to: me.address, subject: 'a', body: 'b'.repeat(9_000) })
    const letter = await context.db
      .selectFrom('mail')
      .selectAll()
      .where('owner', '=', me.address)
      .executeTakeFirstOrThrow()
    for (let from = 0; from < 1_000; from += 100)
      await context.db
        .insertInto('mail')
        .values(Array.from({ length: 100 }, (_, index) => ({ ...letter, id: `mail-${from + index}` })))
        .execute()
    const { all, longest, turns, value } = await watchTurns(me.furrow.account.export())
    expect(value.size).toBeGreaterThan(10_000)
    // Made in one piece, one turn would take most of the time; the client runs in this process, too.
    expect(longest).toBeLessThan(all / 3)
    expect(turns).toBeGreaterThan(20)
  })
})

describe('GET /account/statement.csv', () => {
  test('tells both sides what was booked, which moved nothing yet, exactly, in the days that are asked for', async () => {
    const harness = await startHarness()
    const [giver, farmer] = [harness.user(), harness.user()]
    const first = await payFor(harness, giver, farmer, 'First')
    harness.clock.advance(2 * day)
    const second = await payFor(harness, giver, farmer, '=HYPERLINK("https://evil.example")')
    const of = ({ address }: User) => `"${checksum(address)}"`
    const [head, ...received] = await linesOf(harness.user(farmer).furrow.account.statement())
    expect(head).toMatch(/^"date","kind","direction","token","amount","counterparty","quest"/)
    expect(received).toHaveLength(2)
    expect(received[0]).toContain(`"booked",,"USDC","100",${of(giver)},"${first}","First"`)
    expect(received[1]).toContain(`"${second}","'=HYPERLINK(""https://evil.example"")"`)

    const [, ...given] = await linesOf(harness.user(giver).furrow.account.statement({ from: '2026-03-02' }))
    expect(given.map(line => line.split(',').slice(1, 6).join(' ')).toSorted()).toEqual([
      `"booked"  "USDC" "100" ${of(farmer)}`,
      '"promised"  "USDC" "200" ',
      '"refunded"  "USDC" "100" ',
    ])
    expect(await linesOf(harness.user(giver).furrow.account.statement({ to: '2026-02-28' }))).toEqual([head])
    for (const query of ['from=2026-02-30', 'from=today', 'from=2026-03-02&to=2026-03-01'])
      expect(
        (await harness.send('GET', `/account/statement.csv?${query}`, { token: harness.user(giver).token }))
          .status,
      ).toBe(400)
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    [' \n=1', "' \n'=1"],
    ['＝1', "'＝1"],
    ['Gate;=1+1;x', "Gate;'=1+1;x"],
    ['Gate;"=1+1"', `Gate;'""=1+1""`],
    ['Gate, -2+3', "Gate,' -2+3"],
    ['Gate\t@A1|+1', "Gate\t'@A1|'+1"],
    ['a-b; c=d, 1', 'a-b; c=d, 1'],
  ])('makes no formula of %j, whatever separates cells', (text, cell) => {
    expect(toLine([text, -1, 'a"b,c', null])).toBe(`"${cell}",-1,"a""b,c",\r\n`)
  })
})
