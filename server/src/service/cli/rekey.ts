import { openPatiently } from '@furrow/storage/database.ts'
import { ConfigError, readConfig } from '../../ground/config/config.ts'
import { hasSecret, readSecrets } from '../../ground/config/secrets.ts'
import { createLog } from '../../ground/log.ts'
import { type Rekeyed, rekey } from '../../people/mail/rekey.ts'
import { requireDatabase, runCommand } from './command.ts'

await runCommand({ usage: 'npm run rekey -- [--json]' }, async () => {
  const config = readConfig(process.env)
  if (!hasSecret(config))
    throw new ConfigError(['JWT_SECRET must be set: it is what the mail is to be sealed with.'])
  requireDatabase(config)
  // Runs no migrations: the service does that, and sealed values have been in their place since the first of them.
  const { db } = await openPatiently(config, createLog('silent'))
  const done = await rekey({ db, secrets: readSecrets(config) }).finally(() => db.destroy())
  const left = sentenceOfLeft(done)
  return {
    ok: left === null,
    json: done,
    lines: [
      `Sealed ${done.renewed} values with JWT_SECRET.`,
      left ??
        'It opens all mail. Once every process of the service runs with it, JWT_SECRET_PREVIOUS can go.',
    ],
  }
})

/** null where nothing is left to do. */
function sentenceOfLeft({ stale, unopened }: Rekeyed): string | null {
  if (unopened > 0)
    return `${unopened} values open with none of the secrets. Add the one that they were sealed with to JWT_SECRET_PREVIOUS, and run this again; until then keep all of them.`
  return stale > 0
    ? `${stale} values that arrived meanwhile are sealed with an older secret. Restart every process of the service with this JWT_SECRET, and run this again.`
    : null
}
