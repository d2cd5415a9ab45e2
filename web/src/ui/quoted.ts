import { t } from '@lingui/core/macro'

/** A name, or somebody's words, between the double marks of the reader's language. */
export function quoted(text: string): string {
  return t({ message: `“${text}”`, comment: 'Between the double marks of the language' })
}
