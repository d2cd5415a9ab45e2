import type { Db } from '@furrow/storage/db.ts'
import { noteAct } from './notes.ts'
import { digestOf } from './seal.ts'
import { readContents } from './sources.ts'

type Entry = { readonly source: string; readonly key: string }

/** Records the digests after an erasure: the seals and the chain stay, and the check accepts these digests and no others. */
export async function noteErased(trx: Db, at: number, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const contentOf = await readContents(trx, entries)
  const erased = entries.flatMap(entry => {
    const content = contentOf(entry)
    return content === undefined ? [] : [[entry.source, entry.key, digestOf(content)]]
  })
  await noteAct(trx, at, { kind: 'erased', actor: null, details: { erased } })
}

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
