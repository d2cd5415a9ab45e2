import { hasDatabase, openDatabase } from '@furrow/storage/database.ts'
import type { Db } from '@furrow/storage/db.ts'
import { createChains } from '../../ground/clients/chains.ts'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import { createCodeHost } from '../../ground/clients/codehost/create-codehost.ts'
import { createEscrows } from '../../ground/clients/escrows.ts'
import { systemClock } from '../../ground/clock.ts'
import type { CodehostConfig } from '../../ground/config/codehost.ts'
import { readConfig } from '../../ground/config/config.ts'
import { hasSecret, readSecrets, type Secrets } from '../../ground/config/secrets.ts'
import { createLog } from '../../ground/log.ts'
import { examine } from '../../operate/doctor/doctor.ts'
import { readApps } from '../../quests/codehost/apps.ts'
import { runCommand } from './command.ts'

/** A database that has no tables yet, or no secret, has no apps. */
function openFor(config: CodehostConfig, db: Db | null, secrets: Secrets | null): CodeHost {
  if (db === null || secrets === null) return createCodeHost(config)
  const kept = { db, secrets, clock: systemClock }
  return createCodeHost(config, {
    clock: systemClock,
    readApps: () => readApps(kept, config.url).catch(() => []),
  })
}

const marks = { fine: 'fine   ', warning: 'warning', wrong: 'WRONG  ' } as const

await runCommand({ usage: 'npm run doctor -- [--json]' }, async ({ say }) => {
  const config = readConfig(process.env)
  const chains = createChains(config)
  const escrows = await createEscrows(config.escrows, chains)
  const secrets = hasSecret(config) ? readSecrets(config) : null
  // Opening an embedded database would make it.
  const db = hasDatabase(config) ? (await openDatabase(config, createLog('silent'))).db : null
  const codehost = config.codehost && openFor(config.codehost, db, secrets)
  try {
    say('looking at everything that the settings name')
    const { at, ok, findings } = await examine({
      config,
      clock: systemClock,
      chains,
      codehost,
      escrows,
      secrets,
      db,
    })
    const lines = findings.flatMap(({ about, state, says, mend }) => [
      `${marks[state]}  ${about}: ${says}`,
      ...(mend === null ? [] : [`         ${mend}`]),
    ])
    return { ok, lines, json: { at, findings } }
  } finally {
    await db?.destroy()
  }
})
