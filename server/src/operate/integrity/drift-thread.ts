import { parentPort, workerData } from 'node:worker_threads'
import { openSqliteSnapshot } from '@furrow/storage/sqlite-snapshot.ts'
import { findViolations } from './audit.ts'
import { hourlyLaws } from './hourly-laws.ts'

const snapshot = await openSqliteSnapshot(workerData as string)
const violations = await findViolations(snapshot, hourlyLaws).finally(() => snapshot.destroy())
parentPort?.postMessage(violations)
