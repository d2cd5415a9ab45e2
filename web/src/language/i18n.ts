import { setupI18n } from '@lingui/core'
import { chosenLanguage, type Language, languageOf, localeOf } from './languages.ts'

const wanted = typeof window === 'undefined' ? ['en'] : navigator.languages

export const language: Language =
  typeof window === 'undefined' ? 'en' : (chosenLanguage() ?? languageOf(wanted))

/** The locale for `Intl`, everywhere. */
export const locale = localeOf(language, wanted)

/** Says every sentence of the client; in English until a translation is loaded. */
export const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

/** English is in the code, where the build compiled it (messages.ts): what is still one text has nothing to be filled in. */
i18n.setMessagesCompiler(message => [message])
