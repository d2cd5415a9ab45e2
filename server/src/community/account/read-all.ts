import { createBreath } from '@furrow/storage/breath.ts'
import { withPatience } from '@furrow/storage/database.ts'
import type { Db } from '@furrow/storage/db.ts'
import { engineOf } from '@furrow/storage/engine.ts'
import { readSnapshot } from '@furrow/storage/snapshot.ts'
import type { Context } from '../../ground/context.ts'
import { UnavailableError } from '../../ground/errors.ts'

export async function readAside<T>(context: Context, read: (snapshot: Db) => Promise<T>): Promise<T> {
  const { config, db, log } = context
  const engine = engineOf(db)
  if (engine === 'sqlite' && config.dataDir === ':memory:')
    throw new UnavailableError('This service keeps everything in memory, and cannot read it at one moment.')
  return withPatience(config, { db, engine }, log, patient => readSnapshot(patient.db, config.dataDir, read))
}

const largest = 64 * 1_024

/** Joins texts to pieces worth a write, and lets the event loop turn between them. */
export async function* inPieces(texts: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  const breathe = createBreath()
  let piece = ''
  for await (const some of texts) {
    for (const text of some) {
      piece += text
      if (piece.length < largest) continue
      yield piece
      piece = ''
    }
    const breath = breathe()
    if (breath !== null) await breath
  }
  if (piece !== '') yield piece
}
