import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openPatiently } from '@furrow/storage/database.ts'
import { readKnownMarks } from '../../community/account/keep-departures.ts'
import { departuresIn, keepMarks } from '../../community/account/marks.ts'
import { systemClock } from '../../ground/clock.ts'
import { readConfig } from '../../ground/config/config.ts'
import { hasSecret, readSecrets } from '../../ground/config/secrets.ts'
import { RefusedError } from '../../ground/errors.ts'
import { createLog } from '../../ground/log.ts'
import { createIdentity } from '../../operate/backup/identity-file.ts'
import { noteBackup } from '../../operate/backup/made.ts'
import { secretBeside } from '../../operate/backup/names.ts'
import { lockSecrets } from '../../operate/backup/secret-file.ts'
import { writeBackup } from '../../operate/backup/write-backup.ts'
import { requireUsedSecret } from '../../people/mail/canary.ts'
import { type Outcome, requireDatabase, runCommand } from './command.ts'
import { readPassphrase } from './passphrase.ts'

const usage = `npm run backup -- [folder] [--with-secret] [--json]
npm run backup -- --new-key <file>                        makes a key that backups are encrypted for`

await runCommand(
  { usage, options: { 'with-secret': { type: 'boolean' }, 'new-key': { type: 'string' } }, words: 1 },
  async ({ values, positionals, say, untilEnded }) => {
    if (typeof values['new-key'] === 'string') return makeKey(resolve(values['new-key']))
    const config = readConfig(process.env)
    requireDatabase(config)
    const withSecret = values['with-secret'] === true
    if (withSecret && !hasSecret(config)) throw new RefusedError('There is no secret: JWT_SECRET is not set.')
    const secrets = withSecret ? readSecrets(config) : null
    const locked = secrets && lockSecrets(secrets.signing, await readPassphrase(process.env, 'the secret'))

    const folder = resolve(positionals[0] ?? config.backup.folder)
    const { db } = await openPatiently(config, createLog('silent'))
    try {
      if (secrets !== null) await requireUsedSecret({ db, secrets })
      const made = await writeBackup({ db, config, clock: systemClock }, folder, {
        say,
        signal: untilEnded(),
      })
      // The backup is there even if this note fails: the database may take no writes.
      await noteBackup(db, Date.parse(made.at)).catch(() => say('It could not be noted in the database.'))
      // An older backup may be restored from this folder as well.
      await keepMarks(departuresIn(folder), await readKnownMarks(db))
      const secretFile = locked && secretBeside(made.file)
      if (locked && secretFile) await writeFile(secretFile, locked, { flag: 'wx', mode: 0o600, flush: true })
      return {
        // The rest is kept all the same: an operator who runs this at night has to hear of it.
        ok: made.missingFiles === 0,
        json: { ...made, secretFile },
        lines: [
          `${made.file} has everything as it was at ${made.at} (${made.bytes} bytes).`,
          ...(made.missingFiles > 0
            ? [`${made.missingFiles} files that it names are missing: run npm run verify.`]
            : []),
          secretFile
            ? `${secretFile} has the secret, under the passphrase. Keep the two apart.`
            : 'The secret is not in it. Without it nobody reads the mail: keep it too, elsewhere (--with-secret).',
        ],
      }
    } finally {
      await db.destroy()
    }
  },
)

async function makeKey(file: string): Promise<Outcome> {
  const { recipient, file: text } = await createIdentity(await readPassphrase(process.env, 'the key'))
  await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new RefusedError(
        error.code === 'EEXIST'
          ? `There is a file ${file} already: name another one.`
          : `${file} cannot be written: ${error.message}.`,
      )
    },
  )
  return {
    ok: true,
    json: { file, recipient },
    lines: [
      `BACKUP_AGE_RECIPIENTS=${recipient}`,
      `${file} has its secret key, under the passphrase. Keep it elsewhere: without it nobody reads the backups.`,
    ],
  }
}
