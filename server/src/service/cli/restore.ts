import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { openPatiently } from '@furrow/storage/database.ts'
import { type ErasedAgain, eraseAgain } from '../../community/account/erase-again.ts'
import { departuresIn } from '../../community/account/marks.ts'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import { ConfigError, readConfig } from '../../ground/config/config.ts'
import { hasSecret, keepSecret, readSecrets, secretsOf } from '../../ground/config/secrets.ts'
import { RefusedError } from '../../ground/errors.ts'
import { createLog } from '../../ground/log.ts'
import { missingBeside } from '../../operate/backup/files.ts'
import { readIdentities } from '../../operate/backup/identity-file.ts'
import { checkBackup, restoreBackup } from '../../operate/backup/restore.ts'
import { unlockSecrets } from '../../operate/backup/secret-file.ts'
import { type Source, sourceOf } from '../../operate/backup/source.ts'
import { audit, describe } from '../../operate/integrity/audit.ts'
import { type Asked, type Outcome, runCommand } from './command.ts'
import { eraseLeavers, erasingOf, foldersOf, isSettled, tellOfLeavers } from './leavers.ts'
import { readPassphrase } from './passphrase.ts'

const usage = `npm run restore -- <file> [--secret <file>] [--identity <file>] [--departures <folder>] [--json]
                                                          into the empty database of the settings
npm run restore -- <file> --check [--identity <file>]     only whether the file is whole
npm run restore -- --leavers [--departures <folder>]      erases again who left, in a database that is in use
npm run restore -- --show-secret <file>                   prints the settings that the file of a secret holds`

const options = {
  secret: { type: 'string' },
  identity: { type: 'string' },
  departures: { type: 'string' },
  'show-secret': { type: 'string' },
  check: { type: 'boolean' },
  leavers: { type: 'boolean' },
} as const

await runCommand({ usage, options, words: 1 }, async asked => {
  const { values, positionals, say } = asked
  if (typeof values['show-secret'] === 'string') return showSecret(values['show-secret'])
  if (values.leavers === true) return eraseLeavers(values.departures, say)
  const [file] = positionals
  if (file === undefined) throw new RefusedError(`Which backup?\n${usage}`)
  const identities =
    typeof values.identity === 'string'
      ? await readIdentities(await readNamed(values.identity), () => readPassphrase(process.env, 'the key'))
      : []
  const source = sourceOf(file, identities)
  return values.check === true ? check(source) : restore(source, asked)
})

async function showSecret(file: string): Promise<Outcome> {
  const [current, ...previous] = await unlock(file)
  const lines = [`JWT_SECRET=${current}`, ...(previous.length > 0 ? [`JWT_SECRET_PREVIOUS=${previous}`] : [])]
  return { ok: true, lines, json: { current, previous } }
}

async function check(source: Source): Promise<Outcome> {
  const { canary: _, files, ...checked } = await checkBackup(source)
  const inBucket = checked.filesKept === 'bucket'
  const missing = inBucket ? [] : await missingBeside(source, files)
  const lines = [
    `${source.file} is whole: ${checked.rows} rows as of ${checked.at}.`,
    ...(files.size === 0
      ? []
      : [
          inBucket
            ? `Its ${files.size} files are in the bucket, and not beside it.`
            : `${missing.length} of its ${files.size} files are not beside it.`,
        ]),
  ]
  return {
    ok: missing.length === 0,
    json: { ...checked, files: files.size, missingFiles: missing.length },
    lines,
  }
}

async function restore(source: Source, { values, say }: Asked): Promise<Outcome> {
  const config = readConfig(process.env)
  const given = typeof values.secret === 'string' ? await unlock(values.secret) : null
  if (given === null && !hasSecret(config))
    throw new ConfigError([
      'JWT_SECRET must be set to the secret that the backup was made with, or its file be named with --secret.',
    ])
  const secrets = given === null || hasSecret(config) ? readSecrets(config) : secretsOf(given)
  const database = await openPatiently(config, createLog('silent'))
  try {
    const folders = [departuresIn(dirname(resolve(source.file))), ...foldersOf(config, values.departures)]
    const again: ErasedAgain[] = []
    const settle = async () => {
      again.push(await eraseAgain(erasingOf(config, secrets, database.db), folders, say))
    }
    const {
      canary: _,
      files,
      ...restored
    } = await restoreBackup(database, config, secrets, source, say, settle)
    if (given !== null && !hasSecret(config)) keepSecret(config.dataDir, secrets.signing[0])
    const violations = await audit(database.db, secrets, fileStoreOf(config), [], say)
    return {
      ok: violations.length === 0 && again.every(isSettled),
      json: { ...restored, files: files.size, violations, departures: again[0] },
      lines: [
        `${restored.rows} rows as of ${restored.at} are restored.`,
        ...again.flatMap(tellOfLeavers),
        ...(secrets.signing.length > 1 && given !== null
          ? ['Some mail may need an older secret: set what --show-secret prints, and run npm run rekey.']
          : []),
        ...(violations.length === 0 ? ['Everything fits together.'] : violations.flatMap(describe)),
        ...(config.escrows.length === 0
          ? []
          : ['Run npm run verify when the service has caught up with the chain.']),
      ],
    }
  } finally {
    await database.db.destroy()
  }
}

async function unlock(name: string) {
  return unlockSecrets((await readNamed(name)).toString(), await readPassphrase(process.env, 'the secret'))
}

async function readNamed(name: string): Promise<Buffer> {
  return readFile(name).catch((error: NodeJS.ErrnoException) => {
    throw new RefusedError(
      error.code === 'ENOENT' ? `There is no file ${name}.` : `${name} cannot be read: ${error.message}.`,
    )
  })
}
