/** The signed text of an export with that hash; the key signs no other text of this form. */
export function textOf(hash: string): string {
  return `furrow votes export ${hash}`
}
