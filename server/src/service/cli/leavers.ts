import { resolve } from 'node:path'
import { openPatiently } from '@furrow/storage/database.ts'
import type { Db } from '@furrow/storage/db.ts'
import { isReadable } from '@furrow/storage/shape.ts'
import { type ErasedAgain, eraseAgain } from '../../community/account/erase-again.ts'
import type { Erasing } from '../../community/account/leave.ts'
import { departuresOf } from '../../community/account/marks.ts'
import { checksum } from '../../ground/address.ts'
import { systemClock } from '../../ground/clock.ts'
import { type Config, ConfigError, readConfig } from '../../ground/config/config.ts'
import { hasSecret, readSecrets, type Secrets } from '../../ground/config/secrets.ts'
import { RefusedError } from '../../ground/errors.ts'
import { createLog } from '../../ground/log.ts'
import { requireRestored } from '../../operate/backup/broken-off.ts'
import { requireUsedSecret } from '../../people/mail/canary.ts'
import { type Outcome, requireDatabase } from './command.ts'

export function erasingOf(config: Config, secrets: Secrets, db: Db): Erasing {
  return { config, secrets, db, clock: systemClock, log: createLog('silent') }
}

export function foldersOf(config: Config, named: string | boolean | undefined): readonly string[] {
  const own = departuresOf(config)
  return [...(own === null ? [] : [resolve(own)]), ...(typeof named === 'string' ? [resolve(named)] : [])]
}

/** For a database in use: one that was brought back by other means, or whose restore left work under way. */
export async function eraseLeavers(
  named: string | boolean | undefined,
  say: (sentence: string) => void,
): Promise<Outcome> {
  const config = readConfig(process.env)
  if (!hasSecret(config)) throw new ConfigError(['JWT_SECRET must be set: departures are noted under it.'])
  const secrets = readSecrets(config)
  requireDatabase(config)
  const { db } = await openPatiently(config, createLog('silent'))
  try {
    await requireUsedSecret({ db, secrets })
    if (!(await isReadable(db)))
      throw new RefusedError(
        'This database is of another version: start this version on it once, then run this again.',
      )
    await requireRestored(db)
    const again = await eraseAgain(erasingOf(config, secrets, db), foldersOf(config, named), say)
    return { ok: isSettled(again), json: again, lines: tellOfLeavers(again) }
  } finally {
    await db.destroy()
  }
}

export function isSettled({ waiting, unread }: ErasedAgain): boolean {
  return waiting.length === 0 && unread === 0
}

export function tellOfLeavers({ known, erased, waiting, unread }: ErasedAgain): string[] {
  const again = 'then run npm run restore -- --leavers'
  return [
    known
      ? `${erased} people who left since then are erased again.`
      : 'No departures are noted beside the backup: if somebody left since then, they are there again (--departures names another folder).',
    ...waiting.map(
      ({ address, why }) => `${checksum(address)} left, and is there again. ${why} End that, ${again}.`,
    ),
    ...(unread > 0
      ? [
          `${unread} departures are noted under a secret that is not set: add it to JWT_SECRET_PREVIOUS, ${again}.`,
        ]
      : []),
  ]
}
