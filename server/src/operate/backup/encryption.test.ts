import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { blob, createFilesEnv, namesIn, pdf, text } from '../../../test/files.ts'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { runProcess } from '../../../test/processes.ts'
import { instant, minute } from '../../ground/clock.ts'
import { readConfig } from '../../ground/config/config.ts'
import { dropFiles } from './files.ts'
import { readIdentities } from './identity-file.ts'
import { checkBackup } from './restore.ts'
import { sourceOf } from './source.ts'
import { writeBackup } from './write-backup.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function createKey() {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** A service with a file, whose backups are encrypted for the recipients. */
async function start(...recipients: string[]) {
  const [env, folder] = [await createFilesEnv(), await createFolder()]
  const backups = { BACKUP_HOURS: '24', BACKUP_DIR: folder, BACKUP_AGE_RECIPIENTS: recipients.join() }
  const harness = await startHarness({ env: { ...env, ...backups } })
  const giver = harness.user()
  const sent = await giver.furrow.files.upload(blob(text))
  return { harness, folder, giver, sent, settings: { ...env, JWT_SECRET: harness.env.JWT_SECRET ?? '' } }
}

/** As age itself decrypts it. */
async function open(file: string, identity: string): Promise<Buffer> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return Buffer.from(await decrypter.decrypt(await readFile(file)))
}

test('a backup for two keys is restored with either, its files too, and by nobody without one', async () => {
  const [first, second, other] = [await createKey(), await createKey(), await createKey()]
  const { harness, folder, giver, sent, settings } = await start(first.recipient, second.recipient)
  await giver.furrow.quests.post(sampleQuest)
  const { file } = await writeBackup(harness.context, folder)
  expect(file).toMatch(/^.*furrow-[^/]+Z[.]ndjson[.]gz[.]age$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  for (const { identity } of [first, second]) {
    const lines = gunzipSync(await open(file, identity)).toString()
    expect(lines).toMatch(/^{"furrow":"backup"/)
    expect(lines).toContain(sampleQuest.title)
  }
  const [hash = ''] = await namesIn(settings.DATA_DIR)
  expect(await namesIn(folder)).toEqual(['.recipients', `${hash}.age`])
  const kept = join(folder, 'files', hash.slice(0, 2), `${hash}.age`)
  expect(await open(kept, second.identity)).toEqual(text)
  expect((await stat(kept)).mode & 0o777).toBe(0o600)

  const restore = async (...args: string[]) => {
    const target = { ...settings, ...(await createFilesEnv()) }
    return { target, ...(await runProcess(target, 'cli/restore.ts', [file, ...args])) }
  }
  const keyFile = async ({ identity }: { identity: string }) => {
    const path = join(await createFolder(), 'key')
    await writeFile(path, `# a comment\n${identity}\n`)
    return path
  }
  expect(await restore()).toMatchObject({ code: 1, output: expect.stringContaining('with --identity') })
  const wrong = await restore('--identity', await keyFile(other))
  expect(wrong).toMatchObject({
    code: 1,
    output: expect.stringContaining('does not open with this identity'),
  })
  const args = ['--identity', await keyFile(second)]
  const checked = await runProcess({}, 'cli/restore.ts', [file, '--check', ...args])
  expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('0 of its 1 files are not') })
  const { code, output, target } = await restore(...args)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Everything fits together.') })
  const again = await startHarness({ env: target })
  const answer = await fetch(new URL(sent.url, again.baseUrl))
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(text)
})

test('an encrypted backup that was cut or changed is not whole, and is told by what is in it', async () => {
  const { identity, recipient } = await createKey()
  const { harness, folder, giver } = await start(recipient)
  for (let index = 0; index < 3; index++) await giver.furrow.quests.post(sampleQuest)
  const { file } = await writeBackup(harness.context, folder)
  const whole = await readFile(file)
  const changed = Buffer.from(whole)
  changed[changed.length - 40] = (changed[changed.length - 40] ?? 0) ^ 1
  const bad = join(folder, 'bad')
  for (const bytes of [
    whole.subarray(0, -1),
    changed,
    whole.subarray(0, 300),
    Buffer.concat([whole, whole]),
  ]) {
    await writeFile(bad, bytes)
    await expect(checkBackup(sourceOf(bad, [identity]))).rejects.toThrow(/ is not whole: | is not whole[.]$/)
  }
  await writeFile(bad, whole)
  expect((await checkBackup(sourceOf(bad, [identity]))).rows).toBeGreaterThan(3)
})

test('encrypted backups are broken off and swept as others are', async () => {
  const { identity, recipient } = await createKey()
  const { harness, folder } = await start(recipient)
  const { context, clock } = harness
  const end = new AbortController()
  const say = (sentence: string) => sentence.startsWith('files:') && end.abort()
  await expect(writeBackup(context, folder, { say, signal: end.signal })).rejects.toThrow('aborted')
  expect(await readdir(folder)).toEqual([])
  const dead = join(folder, '.furrow-a.ndjson.gz.age.partial')
  await writeFile(dead, 'half')
  await utimes(dead, 0, 0)
  const { file } = await writeBackup(context, folder)
  expect((await readdir(folder)).toSorted()).toEqual(['files', file.slice(folder.length + 1)])
  expect(await checkBackup(sourceOf(file, [identity]))).toMatchObject({ at: instant(clock.now()) })
})

test('each file is encrypted once for a key, anew for another one, and goes with the last backup that named it', async () => {
  const [first, second] = [await createKey(), await createKey()]
  const { harness, folder, giver, sent } = await start()
  const { context, clock } = harness
  const backUp = async (recipients: readonly string[]) => {
    const config = { ...context.config, backup: { ...context.config.backup, recipients } }
    clock.advance(minute)
    await writeBackup({ ...context, config }, folder)
    await dropFiles(folder)
  }
  await backUp([])
  const [hash = ''] = await namesIn(folder)
  const kept = join(folder, 'files', hash.slice(0, 2), `${hash}.age`)
  await backUp([first.recipient])
  const once = await readFile(kept)
  await backUp([first.recipient])
  expect(await readFile(kept)).toEqual(once)
  await backUp([second.recipient, first.recipient])
  expect(await open(kept, second.identity)).toEqual(text)
  expect(await namesIn(folder)).toEqual(['.recipients', hash, `${hash}.age`].toSorted())

  // The one in clear goes with the backup in clear, and the encrypted one with those.
  for (const name of await readdir(folder)) if (name.endsWith('.gz')) await rm(join(folder, name))
  await giver.furrow.files.upload(blob(pdf))
  await backUp([second.recipient, first.recipient])
  expect(await namesIn(folder)).not.toContain(hash)
  await giver.furrow.files.delete(sent.id)
  const before = await readdir(folder)
  await backUp([second.recipient, first.recipient])
  expect(await namesIn(folder)).toContain(`${hash}.age`)
  for (const name of before) if (name.endsWith('.age')) await rm(join(folder, name))
  await backUp([second.recipient, first.recipient])
  expect(await namesIn(folder)).not.toContain(`${hash}.age`)
  expect(await namesIn(folder)).toHaveLength(2)
})

test('a new key is made under a passphrase, and its public part is the setting', async () => {
  const { folder, settings } = await start()
  const key = join(await createFolder(), 'key.age')
  const passphrase = { BACKUP_PASSPHRASE: 'correct horse battery staple' }
  const make = (env: Record<string, string>) => runProcess(env, 'cli/backup.ts', ['--new-key', key])
  expect((await make({ BACKUP_PASSPHRASE: 'short' })).output).toContain('at least 12 characters')
  const { code, output } = await make(passphrase)
  const [, recipient = ''] = /^BACKUP_AGE_RECIPIENTS=(age1\w+)$/m.exec(output) ?? []
  expect({ code, problems: readConfig({ BACKUP_AGE_RECIPIENTS: recipient }).backup.recipients }).toEqual({
    code: 0,
    problems: [recipient],
  })
  expect(output).not.toContain('AGE-SECRET-KEY')
  expect((await stat(key)).mode & 0o777).toBe(0o600)
  expect(await make(passphrase)).toMatchObject({ code: 1, output: expect.stringContaining('already') })

  const backedUp = await runProcess(
    { ...settings, ...passphrase, BACKUP_AGE_RECIPIENTS: recipient },
    'cli/backup.ts',
    [folder, '--with-secret'],
  )
  expect(backedUp).toMatchObject({ code: 0 })
  const [backup = '', secret = ''] = (await readdir(folder)).filter(name => name !== 'files').toSorted()
  expect(secret).toBe(backup.replace('.ndjson.gz.age', '.secret.json'))
  const restored = await runProcess(
    { ...settings, ...(await createFilesEnv()), ...passphrase },
    'cli/restore.ts',
    [join(folder, backup), ...['--identity', key]],
  )
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Everything fits together.') })
})

test('an identity file may be in clear, or armored under a passphrase; another file is refused', async () => {
  const { identity } = await createKey()
  const never = () => Promise.reject(new Error('it was asked'))
  const file = `# created: today\r\n\r\n${identity}\r\n`
  expect(await readIdentities(Buffer.from(file), never)).toEqual([identity])
  const encrypter = new Encrypter()
  encrypter.setPassphrase('a passphrase')
  encrypter.setScryptWorkFactor(2)
  const armored = armor.encode(await encrypter.encrypt(file))
  expect(await readIdentities(Buffer.from(armored), async () => 'a passphrase')).toEqual([identity])
  const wrong = readIdentities(Buffer.from(armored), async () => 'another passphrase')
  await expect(wrong).rejects.toThrow('The passphrase does not open the file of --identity.')
  for (const bad of ['', '# nothing', 'age1foo', `${identity}\nmore`, identity.slice(0, -1)])
    await expect(readIdentities(Buffer.from(bad), never), bad).rejects.toThrow('--identity is none')
  const cut = Buffer.from(armored.slice(0, 100))
  await expect(readIdentities(cut, never)).rejects.toThrow('The file of --identity is not whole.')
})
