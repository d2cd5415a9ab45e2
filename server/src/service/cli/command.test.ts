import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askPostgres } from '../../../test/ask-postgres.ts'
import { engine, startHarness, takeSharedDatabase } from '../../../test/harness.ts'
import { builtOf, runProcess } from '../../../test/processes.ts'

const secret = 'a secret, which is long enough for all of this'
const commands = {
  backup: ['cli/backup.ts'],
  verify: ['cli/verify.ts'],
  audit: ['cli/audit.ts'],
  rekey: ['cli/rekey.ts'],
  'credential-keys': ['cli/credential-keys.ts'],
  'restore --leavers': ['cli/restore.ts', '--leavers'],
} as const

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** All that a command says, on lines that are no step of a stack. */
function linesOf(output: string): string[] {
  expect(output).not.toMatch(/^ {4}at /m)
  return output.trim().split('\n')
}

describe.each(Object.entries(commands))('npm run %s', (_name, [command, ...args]) => {
  test('makes no database where there is none', async () => {
    const folder = emptyFolder()
    const env = { DATA_DIR: join(folder, 'data'), JWT_SECRET: secret }
    const { code, output } = await runProcess(env, command, args)
    expect(code).not.toBe(0)
    expect(linesOf(output)).toEqual([`There is no database in ${env.DATA_DIR}.`])
    expect(readdirSync(folder)).toEqual([])
  })

  test('says in a sentence that nobody answers at DATABASE_URL', async () => {
    const env = {
      ...{ DATA_DIR: emptyFolder(), JWT_SECRET: secret },
      DATABASE_URL: 'postgres://farm:the-password@127.0.0.1:1/farm',
    }
    const { code, output } = await runProcess(env, command, args)
    expect(code).not.toBe(0)
    expect(linesOf(output)).toEqual(['The database failed: connect ECONNREFUSED 127.0.0.1:1'])
  })
})

test.each([
  ['verify', 'furrow.zip'],
  ['audit', '12:abcd'],
  ['doctor', 'all'],
  ['rekey', 'now'],
])('npm run %s refuses a word that it would not read', async (command, word) => {
  const { code, output } = await runProcess({ DATA_DIR: emptyFolder() }, `cli/${command}.ts`, [word])
  expect(code).not.toBe(0)
  const [problem, usage] = linesOf(output)
  expect(problem).toBe(`"${word}" is one word too many.`)
  expect(usage).toMatch(new RegExp(`^npm run ${command} -- `))
})

/** SQLite has no users. */
if (engine === 'postgres')
  describe('a user of PostgreSQL who may log in, and do nothing', () => {
    async function start() {
      const database = await takeSharedDatabase()
      const { env } = await startHarness({ env: database })
      const given = env.DATABASE_URL as string
      const role = `role_${crypto.randomUUID().replaceAll('-', '')}`
      await askPostgres(given, `create role ${role} login`)
      onTestFinished(() => askPostgres(given, `drop owned by ${role}; drop role ${role}`))
      await askPostgres(
        given,
        `do $$ begin execute format('grant usage on schema %I to ${role}', current_schema()); end $$`,
      )
      const url = new URL(given)
      url.username = role
      return { ...env, DATABASE_URL: url.href, JWT_SECRET: secret }
    }

    test('is told so in a sentence, by a start and by a command', async () => {
      const env = await start()
      for (const command of ['main.ts', 'cli/verify.ts', 'cli/rekey.ts'] as const) {
        const { code, output } = await runProcess(env, command)
        expect(code).toBe(1)
        expect(linesOf(output).at(-1)).toMatch(
          /^The user of DATABASE_URL may not do this: permission denied for table \w+\. Make that user the owner/,
        )
      }
    })
  })

describe('a command of an operator', () => {
  test('takes a folder that it cannot look into for none without a database or a secret', async () => {
    // Root may look into all others.
    const env = { DATA_DIR: join(emptyFolder(), 'loop') }
    symlinkSync(env.DATA_DIR, env.DATA_DIR)
    const looked = await runProcess(env, 'cli/doctor.ts')
    expect(looked.code).toBe(1)
    expect(linesOf(looked.output)).toContainEqual(
      expect.stringContaining(`${env.DATA_DIR}/jwt-secret cannot be read: ELOOP`),
    )
    const backedUp = await runProcess(env, 'cli/backup.ts')
    expect(backedUp.code).toBe(1)
    expect(linesOf(backedUp.output)).toEqual([
      expect.stringMatching(`^The database in ${env.DATA_DIR} cannot be opened: ELOOP`),
    ])
  })

  test('names the file that the system refuses', async () => {
    const { env } = await startHarness({ env: await takeSharedDatabase() })
    const file = join(emptyFolder(), 'file')
    writeFileSync(file, '')
    const backedUp = await runProcess(env, 'cli/backup.ts', [join(file, 'backups')])
    expect(backedUp.code).toBe(1)
    expect(linesOf(backedUp.output).at(-1)).toMatch(/^The system refuses it: ENOTDIR: .*backups'$/)
    const folder = emptyFolder()
    const checked = await runProcess(env, 'cli/restore.ts', [folder, '--check'])
    expect(linesOf(checked.output)).toEqual([expect.stringMatching(/^The system refuses it: EISDIR/)])
    const shown = await runProcess(env, 'cli/restore.ts', ['--show-secret', folder])
    expect(linesOf(shown.output)).toEqual([expect.stringMatching(`^${folder} cannot be read: EISDIR`)])
  })

  test('refuses what it does not know, and does nothing', async () => {
    const { env } = await startHarness({ env: await takeSharedDatabase() })
    for (const word of ['--dry-run', 'help']) {
      const { code, output } = await runProcess(env, 'cli/rekey.ts', [word])
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringContaining('npm run rekey -- [--json]'),
      })
      expect(output).not.toContain('Sealed')
    }
    const { code, stdout } = await runProcess(env, 'cli/rekey.ts', ['--json'])
    expect({ code, said: JSON.parse(stdout) }).toMatchObject({ code: 0, said: { ok: true, renewed: 0 } })
  })

  test('fails where a full disk does not take its result', async () => {
    const { env } = await startHarness({ env: await takeSharedDatabase() })
    const script = builtOf('cli/audit.ts')
    const { status, stderr } = spawnSync('sh', ['-c', '"$0" "$1" > /dev/full', process.execPath, script], {
      ...{ env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' },
    })
    expect(status).toBe(2)
    expect(stderr).toContain('The result cannot be written: ENOSPC')
  })
})
