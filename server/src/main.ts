import { inspect } from 'node:util'
import closeWithGrace from 'close-with-grace'
import { ConfigError, readConfig } from './config/config.ts'
import { startDaemon } from './daemon/daemon.ts'
import { NewerSchemaError } from './db/migrations/index.ts'
import { createLog } from './log.ts'
import { WrongSecretError } from './mail/canary.ts'
import { withSourceLines } from './source-lines.ts'
import { createService } from './start.ts'

/** As Linux has it. Who finds 511 others in line, which is what Node has, tries again after 1, 3 and 7 seconds. */
const backlog = 4_096

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)

  const { app, context, ...service } = await createService(config, log)
  const daemon = startDaemon(context)
  closeWithGrace({ delay: 20_000, logger: log }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after a failure')
    else log.info({ signal }, 'stopping when everything under way is done')
    await daemon[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
    log.flush()
  })
  const address = await app.listen({ host: config.host, port: config.port, backlog })
  const database = config.databaseUrl === null ? `SQLite in ${config.dataDir}` : 'PostgreSQL'
  log.info({ address: `${address}${config.basePath}`, database }, 'Furrow is ready')
  log.flush()
}

try {
  await main()
} catch (error) {
  const expected = [ConfigError, WrongSecretError, NewerSchemaError].some(known => error instanceof known)
  console.error(expected ? (error as Error).message : withSourceLines(inspect(error)))
  process.exit(1)
}
