import { locale } from '../language/i18n.ts'

const list = new Intl.ListFormat(locale, { type: 'unit' })

/** "a, b, c", in the reader's language. */
export function listOf(items: readonly string[]): string {
  return list.format(items)
}
