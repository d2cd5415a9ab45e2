import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import closeWithGrace from 'close-with-grace'
import { readConfig } from './ground/config/config.ts'
import { listenAt } from './ground/config/listening.ts'
import { createLog } from './ground/log.ts'
import { withSourceLines } from './ground/source-lines.ts'
import { startDaemon } from './service/daemon/daemon.ts'
import { sentenceOfFailure } from './service/failure-sentence.ts'
import { giveBackAtRest } from './service/give-back.ts'
import { createService } from './service/start.ts'
import { onStopSignal, stopSignals } from './service/stop-signals.ts'

/** As Linux has it. A client that finds 511 others in line, which is Node's default, tries again after 1, 3 and 7 seconds. */
const backlog = 4_096
/** Milliseconds to stop in, beyond SHUTDOWN_DELAY. */
const patience = 15_000

async function main(): Promise<void> {
  // Files of the process are for its owner alone.
  process.umask(0o077)
  const isDemo = process.argv.includes('--demo')
  const settings = readConfig(isDemo ? { LOG_LEVEL: process.env.LOG_LEVEL } : process.env)
  const log = createLog(settings.logLevel)
  // Loaded on demand: no other start needs its story.
  const config = isDemo ? await (await import('./service/demo/demo.ts')).openDemo(process.env) : settings

  let stop = async (_delay: number) => {}
  const grace = closeWithGrace(
    { delay: config.shutdownDelayMs + patience, logger: log, skip: [...stopSignals] },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'stopping after a failure')
      await stop(err ? 0 : config.shutdownDelayMs)
      log.flush()
    },
  )
  onStopSignal(signal => {
    log.info({ signal }, 'stopping when everything under way is done')
    void grace.close()
  })

  const { app, context, stopping, ...service } = await createService(config, log)
  const daemon = startDaemon(context)
  stop = async delay => {
    stopping.begin()
    await sleep(delay)
    await Promise.all([daemon[Symbol.asyncDispose](), stopping.finish()])
    await service[Symbol.asyncDispose]()
  }
  const { host, port } = config
  const names = { host: 'HOST', port: 'PORT' }
  const address = await listenAt({ host, port }, names, () => app.listen({ host, port, backlog }))
  const database = config.postgres === null ? `SQLite in ${config.dataDir}` : 'PostgreSQL'
  giveBackAtRest()
  if (config.demo !== null) {
    log.warn('this is a demo: its keys are known to everyone, and nothing is sent anywhere')
    if (!isLoopback(host)) log.warn({ host }, 'others may reach this demo, and act as any of its people')
  }
  log.info({ address: `${address}${config.basePath}`, database }, 'Furrow is ready')
  log.flush()
}

const isLoopback = (host: string) => host === '::1' || host.startsWith('127.')

try {
  await main()
} catch (error) {
  console.error(sentenceOfFailure(error) ?? withSourceLines(inspect(error)))
  process.exit(1)
}
