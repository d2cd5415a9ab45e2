import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { createChains } from './clients/chains.ts'
import { createCodeHost } from './clients/codehost/codehost.ts'
import { createEscrow } from './clients/escrow.ts'
import { type Clock, systemClock } from './clock.ts'
import { enrolGenesisCreator } from './community-dao/community-dao.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrations/index.ts'
import { checkContract } from './escrow/contract.ts'
import { requireSameSecret } from './mail/canary.ts'
import { readSecrets } from './secrets.ts'

export type Service = AsyncDisposable & { readonly app: FastifyInstance; readonly context: Context }

/** Everything but the network and the payer: database, secrets, schema, routes. */
export async function createService(
  config: Config,
  log: Logger,
  clock: Clock = systemClock,
): Promise<Service> {
  const database = await openDatabase(config, log)
  try {
    await migrate(database)
    const chains = createChains(config)
    const context: Context = {
      config,
      secrets: readSecrets(config),
      db: database.db,
      clock,
      chains,
      codehost: config.codehost && createCodeHost(config.codehost),
      escrow: config.escrow && (await createEscrow(config.escrow, chains)),
      log,
    }
    await requireSameSecret(context)
    await checkContract(context)
    await enrolGenesisCreator(context)
    const app = await createApp(context)
    return {
      app,
      context,
      async [Symbol.asyncDispose]() {
        await app.close()
        await database.db.destroy()
      },
    }
  } catch (error) {
    await database.db.destroy()
    throw error
  }
}
