import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { readSecrets } from '../secrets.ts'
import { createSharedDatabase, createWallet, startHarness } from '../test/harness.ts'
import { rekey } from './rekey.ts'

const old = 'the first secret, which is long enough for this'
const current = 'the second secret, which is long enough as well'

test('after rekey the older secret is no longer needed', async () => {
  const platform = createWallet()
  const env = { ...(await createSharedDatabase()), PLATFORM_WALLET: platform.address }
  const before = await startHarness({ env: { ...env, JWT_SECRET: old } })
  const alice = before.user()
  for (let index = 0; index < 20; index++)
    await alice.furrow.mail.send({ to: createWallet().address, subject: `${index}`, body: 'seeds' })
  await before.user(platform).furrow.mail.send({ to: '*', subject: 'All', body: 'Rain.' })

  const both = { ...env, JWT_SECRET: current, JWT_SECRET_PREVIOUS: old }
  const between = await startHarness({ env: both })
  const read = async (harness: typeof between, token = alice.token) =>
    (await harness.send('GET', '/mail', { token })).body.map(({ body }: { body: string }) => body)
  const expected = ['Rain.', ...Array.from({ length: 20 }, () => 'seeds')]
  // The old session is still good, too.
  expect(await read(between)).toEqual(expected)
  const secrets = readSecrets(readConfig({ ...env, ...both }))
  expect(await rekey({ db: between.context.db, secrets })).toBe(2 * (2 * 20 + 1))
  expect(await rekey({ db: between.context.db, secrets })).toBe(0)

  const after = await startHarness({ env: { ...env, JWT_SECRET: current } })
  expect(await read(after, after.user(alice).token)).toEqual(expected)
})
