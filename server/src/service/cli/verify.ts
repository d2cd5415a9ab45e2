import { openPatiently } from '@furrow/storage/database.ts'
import { isReadable } from '@furrow/storage/shape.ts'
import { readSnapshot } from '@furrow/storage/snapshot.ts'
import { createChains } from '../../ground/clients/chains.ts'
import { createEscrows } from '../../ground/clients/escrows.ts'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import { ConfigError, readConfig } from '../../ground/config/config.ts'
import { hasSecret, readSecrets } from '../../ground/config/secrets.ts'
import { RefusedError } from '../../ground/errors.ts'
import { createLog } from '../../ground/log.ts'
import { audit, describe } from '../../operate/integrity/audit.ts'
import { requireDatabase, runCommand } from './command.ts'

await runCommand({ usage: 'npm run verify -- [--json]' }, async ({ say }) => {
  const config = readConfig(process.env)
  if (!hasSecret(config))
    throw new ConfigError(['JWT_SECRET must be set: it is what the mail is sealed with.'])
  requireDatabase(config)
  const secrets = readSecrets(config)
  const escrows = await createEscrows(config.escrows, createChains(config))
  const { db } = await openPatiently(config, createLog('silent'))
  try {
    const violations = await readSnapshot(db, config.dataDir, async snapshot => {
      if (!(await isReadable(snapshot)))
        throw new RefusedError(
          'The database has the schema of another version: verify it with that one, or start this one once.',
        )
      return audit(snapshot, secrets, fileStoreOf(config), escrows.all, say)
    })
    return {
      ok: violations.length === 0,
      json: { violations, chain: escrows.all.length > 0 },
      lines: violations.length === 0 ? ['Everything fits together.'] : violations.flatMap(describe),
    }
  } finally {
    await db.destroy()
  }
})
