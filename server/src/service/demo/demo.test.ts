import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFurrow } from '@furrow/sdk'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../ground/log.ts'
import { createService } from '../start.ts'
import { openDemo } from './demo.ts'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A whole demo, and a client that is signed in as one of its people. */
async function startDemo(env: Record<string, string>) {
  const config = await openDemo({ ...env, PORT: '0' })
  const service = await createService(config, createLog('silent'))
  onTestFinished(() => service[Symbol.asyncDispose]())
  const baseUrl = `${await service.app.listen({ host: '127.0.0.1', port: 0 })}${config.basePath}`
  const visitor = createFurrow({ baseUrl })
  return {
    config,
    service,
    visitor,
    async as(name: string) {
      const { demo } = await visitor.config()
      const key = demo?.people.find(one => one.name === name)?.key
      const account = privateKeyToAccount(key as `0x${string}`)
      const furrow = createFurrow({ baseUrl })
      await furrow.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })
      return furrow
    },
  }
}

test('a demo is a village with a past, and a later start finds it', { timeout: 120_000 }, async () => {
  const folder = join(await emptyFolder(), 'village')
  const first = await startDemo({ DEMO_DIR: folder })
  const { items } = await first.visitor.quests.list({ limit: '100' })
  expect(items).toHaveLength(12)
  for (const { title, createdAt } of items) expect(Date.parse(createdAt), title).toBeLessThan(Date.now())
  expect(new Set(items.map(({ status }) => status))).toEqual(
    new Set(['open', 'in-progress', 'in-review', 'disputed', 'completed', 'cancelled']),
  )
  const { proposals } = await first.visitor.communityDao.get()
  expect(proposals.map(({ status }) => status).toSorted()).toEqual(['accepted', 'open'])
  const { season, farmers } = await first.visitor.leaderboard()
  expect(farmers).toHaveLength(2)
  const begins = Date.parse(season.startDate)
  const share = (Date.now() - begins) / (Date.parse(season.endDate) - begins)
  expect(share).toBeGreaterThan(0.4)
  expect(share).toBeLessThan(0.6)
  const ada = await first.as('Ada')
  const letters = (await ada.mail.list()).items.map(({ subject }) => subject)
  expect(letters).toEqual(
    expect.arrayContaining(['The key is under the stone', 'The harvest feast is on Sunday']),
  )
  await ada.mail.send({ to: first.config.platformWallet as string, subject: 'Still here?', body: 'x' })
  await first.service[Symbol.asyncDispose]()

  const later = await startDemo({ DEMO_DIR: folder })
  expect((await later.visitor.quests.list({ limit: '100' })).items).toHaveLength(12)
  const mail = await (await later.as('Rosa')).mail.list()
  expect(mail.items.map(({ subject }) => subject)).toContain('Still here?')
})

test('a demo reaches nobody, whatever the settings say', { timeout: 120_000 }, async () => {
  const { config, as } = await startDemo({
    DEMO_DIR: join(await emptyFolder(), 'village'),
    SMTP_URL: 'smtp://mail.example.org',
    MAIL_FROM: 'furrow@example.org',
    CODEHOST_TOKEN: 'a-token',
    DATABASE_URL: 'postgres://db.example.org/furrow',
    RPC_URLS: '1=https://rpc.example.org',
  })
  expect(config).toMatchObject({
    host: '127.0.0.1',
    postgres: null,
    codehost: null,
    pictures: false,
    notifications: { smtp: null, pushContact: null },
  })
  expect(config.rpcUrls.size).toBe(0)
  const ada = await as('Ada')
  const channel = { kind: 'webhook', url: 'https://example.org/hook' } as const
  await expect(ada.notifications.add(channel)).rejects.toMatchObject({
    status: 403,
    message: 'This is a demo: nothing is sent anywhere, so it takes no channels.',
  })
})

test('a folder that holds something else is left alone', async () => {
  const folder = await emptyFolder()
  await writeFile(join(folder, 'furrow.sqlite'), 'not a demo')
  await expect(openDemo({ DEMO_DIR: folder })).rejects.toThrow('holds something that is no demo')
  expect(await readdir(folder)).toEqual(['furrow.sqlite'])
})
