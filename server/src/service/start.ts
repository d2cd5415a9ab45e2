import { type Database, openDatabase, withPatience } from '@furrow/storage/database.ts'
import { requireFreeFile, requireNoOldSessions } from '@furrow/storage/first-release-stopped.ts'
import { migrate } from '@furrow/storage/migrations/index.ts'
import { toLog } from '@furrow/storage/outage.ts'
import { requireKnownPooler } from '@furrow/storage/pooler.ts'
import { untilReachable } from '@furrow/storage/wait.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { flushAccesses } from '../access/audit-trail/access.ts'
import { sealNewKinds } from '../access/audit-trail/late.ts'
import { noteSettings } from '../access/audit-trail/settings.ts'
import { enrolGenesisCreator } from '../community/community-dao/community-dao.ts'
import { createChains } from '../ground/clients/chains.ts'
import { createEscrows } from '../ground/clients/escrows.ts'
import type { Clock } from '../ground/clock.ts'
import type { Config } from '../ground/config/config.ts'
import { dropSecret, hasSecret, readSecrets, type Secrets } from '../ground/config/secrets.ts'
import type { Context } from '../ground/context.ts'
import type { Stopping } from '../ground/http/stopping.ts'
import { startClock } from '../ground/service-clock.ts'
import { backUpBeforeUpgrade } from '../operate/backup/before-upgrade.ts'
import { requireRestored } from '../operate/backup/broken-off.ts'
import { requireSameSecret, WrongSecretError, wasUsed } from '../people/mail/canary.ts'
import { ruleSentences } from '../people/mail/notices/undecided.ts'
import { openCodeHost } from '../quests/codehost/open.ts'
import { checkContracts } from '../quests/rails/chain-rail/check-contracts.ts'
import { enrol } from '../quests/rails/chain-rail/enrol.ts'
import { tellOfUnserved } from '../quests/rails/chain-rail/unserved.ts'
import { undecidedRule } from '../rules/lifecycle/default-outcome.ts'
import { createApp } from './app.ts'

export type Service = AsyncDisposable & {
  readonly app: FastifyInstance
  readonly context: Context
  readonly stopping: Stopping
}

/** Everything but the network and the payer: traces, database, secrets, schema, routes. Tests bring a clock of their own. */
export async function createService(config: Config, log: Logger, given?: Clock): Promise<Service> {
  const starting = new AsyncDisposableStack()
  try {
    return await open(config, log, starting, given)
  } catch (error) {
    await starting.disposeAsync()
    throw error
  }
}

/** Even a failed start leaves everything that it opened on the stack. */
async function open(
  config: Config,
  log: Logger,
  opened: AsyncDisposableStack,
  given?: Clock,
): Promise<Service> {
  // Loaded on demand, since it takes memory.
  if (config.tracing)
    opened.use((await import('../operate/tracing/open-telemetry.ts')).startTracing(config.tracing, log))
  await requireFreeFile(config)
  const database = await openDatabase(config, log)
  opened.defer(() => database.db.destroy())
  await untilReachable(database.db, config.databaseWaitMs, log)
  await requireKnownPooler(config, database)
  await requireNoOldSessions(config, database)
  const clock = given ?? opened.use(await startClock(database, log))
  await backUpBeforeUpgrade({ config, clock, db: database.db, log })
  const later = await withPatience(config, database, log, patient => migrate(patient, config))
  if (later.length > 0) log.warn({ later }, 'the database is of a later version, which only added to it')
  await requireRestored(database.db)
  await sealNewKinds(database)
  const chains = createChains(config)
  const secrets = await agreeOnSecrets(config, database)
  const kept = { secrets, db: database.db, clock }
  const context: Context = {
    ...kept,
    config,
    chains,
    codehost: config.codehost && openCodeHost(config.codehost, kept),
    escrows: await createEscrows(config.escrows, chains),
    log,
  }
  for (const escrow of context.escrows.all) await enrol(context, escrow)
  await checkContracts(context)
  await tellOfUnserved(context)
  await enrolGenesisCreator(context)
  await noteSettings(context)
  tellOfDisputes(context)
  const { app, stopping } = await createApp(context)
  return {
    app,
    context,
    stopping,
    async [Symbol.asyncDispose]() {
      await stopping.finish()
      await flushAccesses(context).catch(error =>
        log.warn(toLog(error), 'the last sign-ins and refusals are not noted'),
      )
      await opened.disposeAsync()
    },
  }
}

/** A secret that is made here is for this database alone: if another came before it, it is not left behind. */
async function agreeOnSecrets(config: Config, { db }: Database): Promise<Secrets> {
  const isNew = !hasSecret(config)
  // Two first starts may share a folder: the file is there before the database is used.
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

/** Givers and farmers are told where a quest is posted; the operator may not know it. */
function tellOfDisputes({ config, escrows, log }: Context): void {
  if (config.platformWallet !== null || escrows.first !== null) return
  log.warn(
    { rule: ruleSentences[undecidedRule({ arbiter: false, contract: null })] },
    'nobody can decide disputes: PLATFORM_WALLET is not set',
  )
}
