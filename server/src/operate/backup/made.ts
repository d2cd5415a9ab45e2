import type { Db } from '@furrow/storage/db.ts'
import { keptAs } from '@furrow/storage/kept.ts'
import { readLastBackup } from './duty.ts'

const kept = keptAs('backup-by-hand', { doneAt: 0 })

export async function noteBackup(db: Db, at: number): Promise<void> {
  const before = await kept.read(db)
  if (before.doneAt < at) await kept.replace(db, before, { doneAt: at })
}

export async function readNewestBackup(db: Db): Promise<number | null> {
  const byHand = (await kept.read(db)).doneAt
  return Math.max(byHand, (await readLastBackup(db)) ?? 0) || null
}
