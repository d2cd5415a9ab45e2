const maxWords = 300
const maxLength = 40

/** The distinct words of a text, in lower case: what search compares. */
export function wordsOf(...texts: readonly string[]): string[] {
  const words = new Set<string>()
  for (const text of texts)
    for (const [word] of text
      .normalize('NFKC')
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}\p{M}_]+/gu)) {
      words.add(cut(word))
      if (words.size === maxWords) return [...words]
    }
  return [...words]
}

/** Between letters, never inside one. */
function cut(word: string): string {
  return word.length <= maxLength ? word : [...word].slice(0, maxLength).join('')
}

/** The words that begin so, as a range: `word >= from and word < to`. */
export function rangeOf(prefix: string): { from: string; to: string } {
  return { from: prefix, to: `${prefix}\u{10FFFF}` }
}
