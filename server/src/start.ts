import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { backUpBeforeUpgrade } from './backup/before-upgrade.ts'
import { createChains } from './clients/chains.ts'
import { createCodeHost } from './clients/codehost/create-codehost.ts'
import { createEscrow } from './clients/escrow.ts'
import { type Clock, systemClock } from './clock.ts'
import { enrolGenesisCreator } from './community-dao/community-dao.ts'
import type { Config } from './config/config.ts'
import { dropSecret, hasSecret, readSecrets, type Secrets } from './config/secrets.ts'
import type { Context } from './context.ts'
import { type Database, openDatabase, withPatience } from './db/database.ts'
import { migrate } from './db/migrations/index.ts'
import { untilReachable } from './db/wait.ts'
import type { Stopping } from './http/stopping.ts'
import { undecidedRule } from './lifecycle/default-outcome.ts'
import { requireSameSecret, WrongSecretError, wasUsed } from './mail/canary.ts'
import { checkContract } from './rails/chain-rail/check-contract.ts'

export type Service = AsyncDisposable & {
  readonly app: FastifyInstance
  readonly context: Context
  readonly stopping: Stopping
}

/** Everything but the network and the payer: database, secrets, schema, routes. */
export async function createService(
  config: Config,
  log: Logger,
  clock: Clock = systemClock,
): Promise<Service> {
  const database = await openDatabase(config, log)
  try {
    await untilReachable(database.db, config.databaseWaitMs, log)
    await backUpBeforeUpgrade({ config, clock, db: database.db, log })
    const later = await withPatience(config, database, log, patient => migrate(patient, config))
    if (later.length > 0) log.warn({ later }, 'the database is of a later version, which only added to it')
    const chains = createChains(config)
    const context: Context = {
      config,
      secrets: await agreeOnSecrets(config, database),
      db: database.db,
      clock,
      chains,
      codehost: config.codehost && createCodeHost(config.codehost),
      escrow: config.escrow && (await createEscrow(config.escrow, chains)),
      log,
    }
    await checkContract(context)
    await enrolGenesisCreator(context)
    tellOfDisputes(context)
    const { app, stopping } = await createApp(context)
    return {
      app,
      context,
      stopping,
      async [Symbol.asyncDispose]() {
        await stopping.finish()
        await database.db.destroy()
      },
    }
  } catch (error) {
    await database.db.destroy()
    throw error
  }
}

/** A secret that is made here is for this database alone: where another has come before it, it is not left behind. */
async function agreeOnSecrets(config: Config, { db }: Database): Promise<Secrets> {
  const isNew = !hasSecret(config)
  // Two first starts share a folder: the file is there before the database is used.
  if (isNew && (await wasUsed(db)) && !hasSecret(config))
    throw new WrongSecretError(
      'There is no JWT_SECRET, and none is kept in DATA_DIR; but this database was used with one. Set or restore it.',
    )
  const secrets = readSecrets(config)
  try {
    await requireSameSecret({ db, secrets })
    return secrets
  } catch (error) {
    if (isNew && error instanceof WrongSecretError) dropSecret(config)
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
