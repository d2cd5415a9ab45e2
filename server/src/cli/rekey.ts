import { ConfigError, readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrations/index.ts'
import { createLog } from '../log.ts'
import { rekey } from '../mail/rekey.ts'
import { readSecrets } from '../secrets.ts'

try {
  const config = readConfig(process.env)
  const database = await openDatabase(config, createLog('silent'))
  await migrate(database)
  const count = await rekey({ db: database.db, secrets: readSecrets(config) })
  await database.db.destroy()
  console.log(`${count} values are sealed with JWT_SECRET now; JWT_SECRET_PREVIOUS can go.`)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
