/** The languages there are, as their speakers call them; the first where a browser asks for none of them. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const

export type Language = keyof typeof languages

const key = 'furrow.language'

/** The language chosen on this device; `null` where the browser's own languages decide. */
export function chosenLanguage(): Language | null {
  const kept = localStorage.getItem(key)
  return isLanguage(kept) ? kept : null
}

/** Remembers the choice on this device; it shows when the page is loaded anew. */
export function chooseLanguage(language: Language | null): void {
  if (language === null) localStorage.removeItem(key)
  else localStorage.setItem(key, language)
}

/** The first of the reader's languages that the client has. */
export function languageOf(wanted: readonly string[]): Language {
  return wanted.map(baseOf).find(isLanguage) ?? 'en'
}

/** The locale for numbers and dates: the reader's own variant of the shown language ("de-CH"). */
export function localeOf(language: Language, wanted: readonly string[]): string {
  return wanted.find(tag => baseOf(tag) === language) ?? language
}

/** "de" of "de-CH", as BCP 47 has it. */
function baseOf(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? ''
}

function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(languages, text)
}
