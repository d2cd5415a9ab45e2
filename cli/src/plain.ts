import { stripVTControlCharacters } from 'node:util'

// Control characters of both sets, and the characters that turn the direction of a line or have no width.
const unseen = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** A stranger's text for a terminal: no escape sequence, no control character but the end of a line. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '  ')
    .replace(unseen, character => (character === '\n' ? '\n' : ''))
}

/** The lines of such a text among those of this program: none of them begins as one of its own. */
export function indented(text: string): string[] {
  return plainText(text)
    .split('\n')
    .map(line => `  ${line}`.trimEnd())
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}

/** JSON that a terminal may show: nothing of it is lost, and no control character is in it. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(
    unseen,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
