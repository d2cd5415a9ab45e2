import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { createChains } from './clients/chains.ts'
import { createCodeHost } from './clients/codehost/create-codehost.ts'
import { createEscrow } from './clients/escrow.ts'
import { type Clock, systemClock } from './clock.ts'
import { enrolGenesisCreator } from './community-dao/community-dao.ts'
import type { Config } from './config/config.ts'
import { readSecrets } from './config/secrets.ts'
import type { Context } from './context.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrations/index.ts'
import { undecidedRule } from './lifecycle/default-outcome.ts'
import { requireSameSecret } from './mail/canary.ts'
import { checkContract } from './rails/chain-rail/check-contract.ts'

export type Service = AsyncDisposable & { readonly app: FastifyInstance; readonly context: Context }

/** Everything but the network and the payer: database, secrets, schema, routes. */
export async function createService(
  config: Config,
  log: Logger,
  clock: Clock = systemClock,
): Promise<Service> {
  const database = await openDatabase(config, log)
  try {
    const later = await migrate(database, config)
    if (later.length > 0) log.warn({ later }, 'the database is of a later version, which only added to it')
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
    tellOfDisputes(context)
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

/** Givers and farmers are told too, where a quest is posted; whoever runs the service may not know it. */
function tellOfDisputes({ config, log }: Context): void {
  if (config.platformWallet !== null || config.escrow !== null) return
  log.warn(
    { rule: undecidedRule({ arbiter: false, onChain: false }) },
    'nobody can decide disputes: PLATFORM_WALLET is not set',
  )
}
