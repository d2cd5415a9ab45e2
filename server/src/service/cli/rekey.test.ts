import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createWallet, type Harness, startHarness, takeSharedDatabase } from '../../../test/harness.ts'
import { type Ended, runProcess } from '../../../test/processes.ts'

const old = 'the first secret, which is long enough for this'
const current = 'the second secret, which is long enough as well'

/** Ten letters, and the command's output on them. */
async function start() {
  const database = await takeSharedDatabase()
  const env = { ...database, JWT_SECRET: old }
  const harness = await startHarness({ env })
  const alice = harness.user()
  for (let index = 0; index < 10; index++)
    await alice.furrow.mail.send({ to: createWallet().address, subject: `${index}`, body: 'seeds' })
  const rekey = (secrets: Record<string, string>): Promise<Ended> =>
    runProcess({ ...database, ...secrets }, 'cli/rekey.ts')
  return { harness, rekey }
}

async function bodiesOf({ user, send }: Harness, wallet: ReturnType<Harness['user']>): Promise<string[]> {
  const { body } = await send('GET', '/mail', { token: user(wallet).token })
  return body.map(({ body }: { body: string }) => body)
}

describe('npm run rekey', () => {
  test('with a mistyped secret refuses, and the right one starts as before', async () => {
    const { harness, rekey } = await start()
    const { code, output } = await rekey({ JWT_SECRET: 'the frist secret, which is long enough for this' })
    expect({ code, lines: output.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
    expect(output).toContain('Nothing was changed.')
    expect(output).not.toContain('can go')
    await startHarness({ env: harness.env })
  })

  test('says that the older secret can go when it can', async () => {
    const { harness, rekey } = await start()
    const alice = harness.user()
    await alice.furrow.mail.send({ to: createWallet().address, subject: 'one', body: 'more' })
    const both = { JWT_SECRET: current, JWT_SECRET_PREVIOUS: old }
    // The service is there all the time.
    expect(await rekey(both)).toMatchObject({ code: 0, output: expect.stringContaining('can go') })
    expect((await rekey(both)).output).toContain('Sealed 0 values')
    const after = await startHarness({ env: { ...harness.env, JWT_SECRET: current } })
    expect(await bodiesOf(after, alice)).toEqual(['more'])
  })

  test('fails, and counts, where something opens with none of the secrets', async () => {
    const { harness, rekey } = await start()
    await harness.context.db.updateTable('mail').set({ body: 'not:sealed:text' }).execute()
    const { code, output } = await rekey({ JWT_SECRET: current, JWT_SECRET_PREVIOUS: old })
    expect(code).toBe(1)
    expect(output).toContain('20 values open with none of the secrets')
    expect(output).not.toContain('can go')
    await startHarness({ env: harness.env })
  })

  test('makes no secret of its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-rekey-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    expect(await runProcess({ DATA_DIR: folder }, 'cli/rekey.ts')).toMatchObject({
      code: 1,
      output: expect.stringContaining('JWT_SECRET must be set'),
    })
    expect(await readdir(folder)).toEqual([])
  })
})
