import { keptAs } from '@furrow/storage/kept.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { seal, unseal } from './seal.ts'
import { type Cursor, onceClear, readSlice } from './sealed-rows.ts'

const size = 100

type Progress = { readonly place: number; readonly after: Cursor | null }

const kept = keptAs<Progress>('clear-texts', { place: 0, after: null })

/** Once for each database. */
export const sealClearTexts: Duty = {
  name: 'seal texts from before they were sealed',
  every: everyMinute,
  isPatient: true,
  async round({ db, secrets }: Context) {
    const before = await kept.read(db)
    const place = onceClear[before.place]
    if (place === undefined) return 0
    const { rows, last } = await readSlice(db, place, before.after, size)
    for (const row of rows) {
      const clear = Object.entries(row.values).filter(([, value]) => unseal(secrets.sealing, value) === null)
      if (clear.length === 0) continue
      const sealed = clear.map(([name, value]) => [name, seal(secrets.sealing[0], value)])
      await row.replace(Object.fromEntries(sealed))
    }
    const next = last === null ? before.place + 1 : before.place
    await kept.replace(db, before, { place: next, after: last })
    return 1
  },
}
