import { Worker } from 'node:worker_threads'
import { openDatabase } from '@furrow/storage/database.ts'
import { minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { findViolations } from './audit.ts'
import { hourlyLaws } from './hourly-laws.ts'
import type { Violation } from './law.ts'

const longest = 5 * minute
/** Beside this file; in a built server, among its commands. */
const threadFile = import.meta.filename.endsWith('.ts') ? './drift-thread.ts' : '../bin/drift-thread.js'

/**
 * Violations of the ledger's laws, as of now. It locks nobody, and takes no turn of the event loop: PostgreSQL answers each law
 * with one statement, on a connection with a longer time limit than the service's; a thread reads SQLite's file.
 */
export async function findDrift(
  { config, db, log }: Pick<Context, 'config' | 'db' | 'log'>,
  stop?: AbortSignal,
): Promise<readonly Violation[]> {
  // Nobody else can open a database in memory, and it is small.
  if (config.postgres === null && config.dataDir === ':memory:') return findViolations(db, hourlyLaws)
  if (config.postgres === null) return inThread(config.dataDir, stop)
  const patient = await openDatabase({ ...config, databaseTimeoutMs: longest }, log)
  return findViolations(patient.db, hourlyLaws).finally(() => patient.db.destroy())
}

function inThread(dataDir: string, stop?: AbortSignal): Promise<readonly Violation[]> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(threadFile, import.meta.url), { workerData: dataDir })
    const end = (why: string) => () => {
      reject(new Error(why))
      void thread.terminate()
    }
    const giveUp = end('the process is stopping')
    const timer = setTimeout(end(`the ledger could not be added up in ${longest} ms`), longest)
    stop?.addEventListener('abort', giveUp, { once: true })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => {
      clearTimeout(timer)
      stop?.removeEventListener('abort', giveUp)
      reject(new Error('the thread ended without an answer'))
    })
  })
}
