import type { Db } from '../../ground/db/db.ts'
import { noteAct } from './notes.ts'
import { digestOf } from './seal.ts'
import { readContents } from './sources.ts'

type Entry = { readonly source: string; readonly key: string }

/**
 * Says in the log itself what its entries come to once somebody's words were taken out of what they speak of. Their seals stay as
 * they were, and so does the chain: who checks it finds here that the difference is allowed, and that there is no other one.
 */
export async function noteErased(trx: Db, at: number, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const contentOf = await readContents(trx, entries)
  const erased = entries.flatMap(entry => {
    const content = contentOf(entry)
    return content === undefined ? [] : [[entry.source, entry.key, digestOf(content)]]
  })
  await noteAct(trx, at, { kind: 'erased', actor: null, details: { erased } })
}

/** What entries may come to, beside what they were sealed as: read when the first one differs. */
export function createErasures(db: Db): (entry: Entry, digest: string) => Promise<boolean> {
  let known: Promise<ReadonlySet<string>> | null = null
  const read = async () => {
    const notes = await db.selectFrom('audit_notes').select('details').where('kind', '=', 'erased').execute()
    return new Set(
      notes.flatMap(({ details }) =>
        (JSON.parse(details) as { erased: readonly string[][] }).erased.map(entry => entry.join(' ')),
      ),
    )
  }
  return async ({ source, key }, digest) => {
    known ??= read()
    return (await known).has(`${source} ${key} ${digest}`)
  }
}
