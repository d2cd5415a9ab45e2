/** Characters that turn the direction of writing or take no room: in a line beside others, they could make one look like another. */
const unseen = /[\p{Cc}\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu

export function oneLine(text: string, most: number): string {
  const line = text
    .slice(0, 20 * most)
    .replace(/\s+/gu, ' ')
    .replace(unseen, '')
    .trim()
  const letters = [...line]
  return letters.length <= most
    ? line
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

export function excerptOf(markdown: string, most: number): string {
  const words = markdown
    .slice(0, 20 * most)
    .replace(/!\[[^\]\n]*\]\([^)\n]*\)/g, ' ')
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d{1,3}\.|```\w*)\s(?:\[[ xX]\]\s)?/gm, '')
    .replace(/[*_`~]{1,3}/g, '')
  return oneLine(words, most)
}

/** Characters that the pictures' font lacks: it has nearly all Latin letters of Europe. */
const undrawable =
  /[^ -~\u00A0-\u00AC\u00AE-\u0113\u0116-\u0127\u012A\u012B\u012E-\u0137\u0139-\u013E\u0141-\u0148\u014A-\u014D\u0150-\u0161\u0164\u0165\u016A-\u017E\u0218-\u021B\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020\u2022\u2026\u20AC\u2212]/gu
const letter = /[\p{L}\p{N}\p{M}]/u

/** The text as it can be drawn, without emoji and the like; null if that would leave out a letter. */
export function drawable(text: string): string | null {
  const composed = text.normalize('NFC')
  if (composed.match(undrawable)?.some(character => letter.test(character))) return null
  return composed.replace(undrawable, '').replace(/\s+/g, ' ').trim() || null
}

export function groupDigits(amount: string): string {
  const [whole = '', fraction] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
