/** A page of any list ends at its limit, or at about so many bytes, and leads on; whatever is in it. */
export const pageBytes = 1_000_000

/** As many of the entries as a page has room for once they are written as JSON; at least one. */
export function fitPage<T>(entries: readonly T[]): T[] {
  let bytes = 0
  const end = entries.findIndex((entry, index) => {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1
    return index > 0 && bytes > pageBytes
  })
  return end === -1 ? [...entries] : entries.slice(0, end)
}
