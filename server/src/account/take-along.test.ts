import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { checksum } from '../address.ts'
import { day } from '../clock.ts'
import { blob, createFilesEnv, text } from '../test/files.ts'
import { type Harness, sampleQuest, startHarness, type User } from '../test/harness.ts'
import { unzip } from '../test/unzip.ts'
import { toLine } from './csv.ts'

/** Work that was paid, for a quest with that title. */
async function payFor({ user }: Harness, giver: User, farmer: User, title: string): Promise<string> {
  const { id } = await user(giver).furrow.quests.post({ ...sampleQuest, title, maxFarmers: 2 })
  await user(farmer).furrow.quests.accept(id)
  await user(farmer).furrow.quests.submit(id, { note: 'Done' })
  await user(giver).furrow.quests.approve(id, farmer.address)
  await user(giver).furrow.quests.cancel(id)
  return id
}

const linesOf = async (statement: Promise<Blob>) => (await (await statement).text()).trimEnd().split('\r\n')

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

    const zip = unzip(Buffer.from(await (await me.furrow.account.export()).arrayBuffer()))
    const read = (name: string) => JSON.parse(String(zip.get(`${name}.json`)))
    expect(read('profile')).toMatchObject([{ address: checksum(me.address), bio: 'I dig.' }])
    const letters = (read('mail') as { body: string }[]).map(({ body }) => body)
    expect(letters).toEqual(expect.arrayContaining(['From me', 'To me']))
    expect(read('broadcasts')).toMatchObject([{ body: 'For all' }])
    expect(read('places')).toMatchObject([{ questId: id, submissionNote: 'Done', status: 'released' }])
    expect(read('comments')).toMatchObject([{ body: 'Dug.' }])
    expect(read('reviews-given')).toMatchObject([{ comment: 'Paid at once', rating: 5 }])
    expect(read('drafts')).toMatchObject([{ quest: { title: 'Later' } }])
    expect(read('files')).toMatchObject([{ id: file.id }])
    expect(zip.get(file.url.replace('/api/', ''))).toEqual(text)
    expect(String(zip.get('payments.csv'))).toContain('"received","in","USDC","100"')
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
      body: { error: expect.stringMatching(/5 times today.*go on at/) },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send('GET', '/account/export')).status).toBe(401)
    clock.advance(day)
    expect((await user(me).furrow.account.export()).size).toBeGreaterThan(100)
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
    const asked = me.furrow.account.export().then(({ size }) => size)
    // The time of this thread alone: the machine may be busy with other things.
    const spent = () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1_000
    }
    const began = spent()
    let [longest, turns, last, done] = [0, 0, began, false]
    void asked.finally(() => {
      done = true
    })
    while (!done) {
      await nextTurn()
      longest = Math.max(longest, spent() - last)
      last = spent()
      turns++
    }
    expect(await asked).toBeGreaterThan(10_000)
    // Were it made in one piece, one turn would be most of it; the client is here, too.
    expect(longest).toBeLessThan((last - began) / 3)
    expect(turns).toBeGreaterThan(20)
  })
})

describe('GET /account/statement.csv', () => {
  test('tells both sides what was paid, exactly, in the days that are asked for', async () => {
    const harness = await startHarness()
    const [giver, farmer] = [harness.user(), harness.user()]
    const first = await payFor(harness, giver, farmer, 'First')
    harness.clock.advance(2 * day)
    const second = await payFor(harness, giver, farmer, '=HYPERLINK("https://evil.example")')
    const of = ({ address }: User) => `"${checksum(address)}"`
    const [head, ...received] = await linesOf(harness.user(farmer).furrow.account.statement())
    expect(head).toMatch(/^"date","kind","direction","token","amount","counterparty","quest"/)
    expect(received).toHaveLength(2)
    expect(received[0]).toContain(`"received","in","USDC","100",${of(giver)},"${first}","First"`)
    expect(received[1]).toContain(`"${second}","'=HYPERLINK(""https://evil.example"")"`)

    const [, ...given] = await linesOf(harness.user(giver).furrow.account.statement({ from: '2026-03-02' }))
    expect(given.map(line => line.split(',').slice(1, 6).join(' ')).toSorted()).toEqual([
      `"paid" "out" "USDC" "100" ${of(farmer)}`,
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

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' \n=1', '＝1'])(
    'makes no formula of %j',
    text => {
      expect(toLine([text, -1, 'a"b,c', null])).toBe(`"'${text}",-1,"a""b,c",\r\n`)
    },
  )
})
