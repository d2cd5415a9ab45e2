/** A page of any list ends at its limit, or at about so many bytes, and leads on; whatever is in it. */
export const pageBytes = 1_000_000

/** As many of the entries as a page has room for once they are written as JSON; at least one. */
export function fitPage<T>(entries: readonly T[]): T[] {
  return entries.slice(0, partsOf(entries).length)
}

/** A page of entries, written as JSON: as many of them as there is room for, at least one where there is one. */
export function writePage(entries: readonly unknown[]): { readonly json: string; readonly count: number } {
  const parts = partsOf(entries)
  return { json: `[${parts}]`, count: parts.length }
}

function partsOf(entries: readonly unknown[]): string[] {
  const parts: string[] = []
  let bytes = 0
  for (const entry of entries) {
    const part = JSON.stringify(entry)
    bytes += Buffer.byteLength(part) + 1
    if (parts.length > 0 && bytes > pageBytes) break
    parts.push(part)
  }
  return parts
}
