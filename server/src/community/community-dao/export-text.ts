/** What is signed of an export, whose lines have that hash; no other signature of the key is of such a text. */
export function textOf(hash: string): string {
  return `furrow votes export ${hash}`
}
