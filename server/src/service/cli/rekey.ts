import { inspect } from 'node:util'
import { openPatiently } from '@furrow/storage/database.ts'
import { ConfigError, readConfig } from '../../ground/config/config.ts'
import { hasSecret, readSecrets } from '../../ground/config/secrets.ts'
import { createLog } from '../../ground/log.ts'
import { withSourceLines } from '../../ground/source-lines.ts'
import { WrongSecretError } from '../../people/mail/canary.ts'
import { type Rekeyed, rekey } from '../../people/mail/rekey.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (!hasSecret(config))
    throw new ConfigError(['JWT_SECRET must be set: it is what the mail is to be sealed with.'])
  // Runs no migrations: the service does that, and sealed values have been in their place since the first of them.
  const { db } = await openPatiently(config, createLog('silent'))
  const done = await rekey({ db, secrets: readSecrets(config) }).finally(() => db.destroy())
  console.log(`Sealed ${done.renewed} values with JWT_SECRET.`)
  if (done.stale > 0 || done.unopened > 0) throw new UnfinishedError(done)
  console.log(
    'It opens all mail. Once every process of the service runs with it, JWT_SECRET_PREVIOUS can go.',
  )
}

class UnfinishedError extends Error {
  constructor({ stale, unopened }: Rekeyed) {
    super(
      unopened > 0
        ? `${unopened} values open with none of the secrets. Add the one that they were sealed with to JWT_SECRET_PREVIOUS, and run this again; until then keep all of them.`
        : `${stale} values that arrived meanwhile are sealed with an older secret. Restart every process of the service with this JWT_SECRET, and run this again.`,
    )
  }
}

try {
  await main()
} catch (error) {
  const expected =
    error instanceof ConfigError || error instanceof WrongSecretError || error instanceof UnfinishedError
  console.error(expected ? error.message : withSourceLines(inspect(error)))
  process.exit(1)
}
