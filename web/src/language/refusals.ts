import { language } from './i18n.ts'
import type { RefusalWords } from './refusals/words.ts'

/** English is the service's own: its sentences know more than their codes. */
const languages: Readonly<Record<string, () => Promise<{ refusals: RefusalWords }>>> = {
  de: () => import('./refusals/de.ts'),
  es: () => import('./refusals/es.ts'),
  fr: () => import('./refusals/fr.ts'),
}

let known: RefusalWords | null = null

/** Loads the reader's words for refusals, before the first one is shown; without them it is shown in English. */
export async function loadRefusals(): Promise<void> {
  if (known !== null) return
  try {
    known = (await languages[language]?.())?.refusals ?? null
  } catch (error) {
    console.warn('The words for refusals could not be loaded.', error)
  }
}

/** The refusal in the reader's language; undefined in English, and for codes from after this client. */
export function refusalOf(code: string | null, said: string): string | undefined {
  if (known === null || code === null || !Object.hasOwn(known, code)) return undefined
  return known[code as keyof RefusalWords].replace('{said}', () => said)
}
