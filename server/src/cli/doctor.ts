import { createChains } from '../clients/chains.ts'
import { createCodeHost } from '../clients/codehost/create-codehost.ts'
import { createEscrows } from '../clients/escrows.ts'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config/config.ts'
import { hasSecret, readSecrets } from '../config/secrets.ts'
import { hasDatabase, openDatabase } from '../db/database.ts'
import { examine } from '../doctor/doctor.ts'
import { createLog } from '../log.ts'
import { runCommand } from './command.ts'

const marks = { fine: 'fine   ', warning: 'warning', wrong: 'WRONG  ' } as const

await runCommand('npm run doctor -- [--json]', {}, async ({ say }) => {
  const config = readConfig(process.env)
  const chains = createChains(config)
  const escrows = await createEscrows(config.escrows, chains)
  const codehost = config.codehost && createCodeHost(config.codehost)
  const secrets = hasSecret(config) ? readSecrets(config) : null
  // To open an embedded database makes it.
  const db = hasDatabase(config) ? (await openDatabase(config, createLog('silent'))).db : null
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
