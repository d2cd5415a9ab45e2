import type { Messages } from '@lingui/core'
import { i18n, language, locale } from './i18n.ts'

const translations: Record<string, () => Promise<{ messages: Messages }>> = {
  de: () => import('./de.po'),
  es: () => import('./es.po'),
  fr: () => import('./fr.po'),
}

/** Loads the reader's language before anything is drawn. Without the translation, the page is in English. */
export async function translate(): Promise<void> {
  const load = translations[language]
  try {
    const messages = load === undefined ? {} : (await load()).messages
    i18n.loadAndActivate({ locale: language, locales: [locale], messages })
    document.documentElement.lang = language
  } catch (error) {
    console.warn('The translation could not be loaded.', error)
  }
}
