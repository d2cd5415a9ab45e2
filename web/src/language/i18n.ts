import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { chosenLanguage, type Language, languageOf, localeOf } from './languages.ts'

const wanted = typeof window === 'undefined' ? ['en'] : navigator.languages

export const language: Language =
  typeof window === 'undefined' ? 'en' : (chosenLanguage() ?? languageOf(wanted))

/** The locale for `Intl`, everywhere. */
export const locale = localeOf(language, wanted)

/** Says every sentence of the client; in English until a translation is loaded. */
export const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

/** English is in the code, as ICU messages: each is compiled once. */
const compiled = new Map<string, ReturnType<typeof compileMessage>>()
i18n.setMessagesCompiler(message => {
  const known = compiled.get(message) ?? compileMessage(message)
  compiled.set(message, known)
  return known
})
