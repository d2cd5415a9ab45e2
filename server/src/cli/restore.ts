import { readFile } from 'node:fs/promises'
import { audit, describe } from '../audit/audit.ts'
import { missingBeside } from '../backup/files.ts'
import { checkBackup, restoreBackup } from '../backup/restore.ts'
import { unlockSecrets } from '../backup/secret-file.ts'
import { fileStoreOf } from '../clients/file-store/file-store.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { hasSecret, keepSecret, readSecrets, secretsOf } from '../config/secrets.ts'
import { openPatiently } from '../db/database.ts'
import { RefusedError } from '../errors.ts'
import { createLog } from '../log.ts'
import { runCommand } from './command.ts'
import { readPassphrase } from './passphrase.ts'

const usage = `npm run restore -- <file> [--secret <file>] [--json]     into the empty database of the settings
npm run restore -- <file> --check                         only whether the file is whole
npm run restore -- --show-secret <file>                   prints the settings that the file of a secret holds`

const options = {
  secret: { type: 'string' },
  'show-secret': { type: 'string' },
  check: { type: 'boolean' },
} as const

await runCommand(usage, options, async ({ values, positionals, say }) => {
  const unlock = async (name: string) => {
    const text = await readFile(name, 'utf8').catch(() => {
      throw new RefusedError(`There is no file ${name}.`)
    })
    return unlockSecrets(text, await readPassphrase(process.env))
  }
  if (typeof values['show-secret'] === 'string') {
    const [current, ...previous] = await unlock(values['show-secret'])
    const lines = [
      `JWT_SECRET=${current}`,
      ...(previous.length > 0 ? [`JWT_SECRET_PREVIOUS=${previous}`] : []),
    ]
    return { ok: true, lines, json: { current, previous } }
  }
  const [file] = positionals
  if (file === undefined) throw new RefusedError(`Which backup?\n${usage}`)
  if (values.check === true) {
    const { canary: _, files, ...checked } = await checkBackup(file)
    const missing = await missingBeside(file, files)
    const lines = [
      `${file} is whole: ${checked.rows} rows as of ${checked.at}.`,
      ...(files.size === 0 ? [] : [`${missing.length} of its ${files.size} files are not beside it.`]),
    ]
    return { ok: true, json: { ...checked, files: files.size, missingFiles: missing.length }, lines }
  }

  const config = readConfig(process.env)
  const given = typeof values.secret === 'string' ? await unlock(values.secret) : null
  if (given === null && !hasSecret(config))
    throw new ConfigError([
      'JWT_SECRET must be set to the secret that the backup was made with, or its file be named with --secret.',
    ])
  const secrets = given === null || hasSecret(config) ? readSecrets(config) : secretsOf(given)
  const database = await openPatiently(config, createLog('silent'))
  try {
    const { canary: _, files, ...restored } = await restoreBackup(database, config, secrets, file, say)
    if (given !== null && !hasSecret(config)) keepSecret(config.dataDir, secrets.signing[0])
    const violations = await audit(database.db, secrets, fileStoreOf(config), [], say)
    return {
      ok: violations.length === 0,
      json: { ...restored, files: files.size, violations },
      lines: [
        `${restored.rows} rows as of ${restored.at} are restored.`,
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
})
