/** A page of any list ends at its limit, or at about this many bytes, and links to the next. */
export const pageBytes = 1_000_000

export function fitPage<T>(entries: readonly T[]): T[] {
  return entries.slice(0, partsOf(entries).length)
}

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
