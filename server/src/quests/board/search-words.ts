const maxWords = 300
const maxLength = 40
/** Characters of normalised text: one letter may become eighteen. */
const maxRead = 60_000

/** In lower case and without accents, as search compares them. */
export function wordsOf(...texts: readonly string[]): string[] {
  const words = new Set<string>()
  let read = 0
  for (const slice of texts.flatMap(slicesOf)) {
    const normal = fold(slice)
    for (const [word] of normal.matchAll(/[\p{L}\p{N}\p{M}_]+/gu)) {
      words.add(cut(word))
      if (words.size === maxWords) return [...words]
    }
    read += normal.length
    if (read > maxRead) break
  }
  return [...words]
}

/** Letters that carry no mark, and are typed otherwise where a keyboard lacks them. */
const plainly: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i' },
}
const special = new RegExp(`[${Object.keys(plainly).join('')}]`, 'g')

/** As people type in a search: `Übersetzung` as `ubersetzung`. Marks that are letters of their own, as in Hindi, stay. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(special, letter => plainly[letter] ?? letter)
    .normalize('NFC')
}

/**
 * Cut between words if possible. No letter has more than 30 marks (UAX 15, stream-safe text): sorting them costs their
 * number squared. Marks of Katakana's halfwidth forms are letters until they are normalised.
 */
function slicesOf(text: string): string[] {
  const safe = text.replace(/([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu, '$1')
  return safe.match(/.{1,1000}(?![\p{L}\p{N}\p{M}_])|.{1,1000}/gsu) ?? []
}

/** Between letters, never inside one. */
function cut(word: string): string {
  return word.length <= maxLength ? word : [...word].slice(0, maxLength).join('')
}

export type WordRange = { readonly from: string; readonly to: string }

const maxAsked = 8

/**
 * A long search keeps its longest words, which say most: too many quests are better than too few. One or two letters
 * are a whole word, except at the end, where somebody may still type: half of everything begins with `a`.
 */
export function rangesOf(query: string): WordRange[] {
  const words = wordsOf(query)
  const last = words.at(-1)
  return words
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxAsked)
    .map(word => (isShort(word) && word !== last ? exactly(word) : beginningWith(word)))
}

/** In bytes: a letter of Chinese says as much as a word. */
function isShort(word: string): boolean {
  return Buffer.byteLength(word) < 3
}

function beginningWith(word: string): WordRange {
  return { from: word, to: `${word}\u{10FFFF}` }
}

function exactly(word: string): WordRange {
  return { from: word, to: `${word}\u0001` }
}
