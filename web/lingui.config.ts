import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** English is in the code; each other language is one file of translations, by message. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['de', 'es', 'fr'],
  catalogs: [{ path: '<rootDir>/src/language/{locale}', include: ['<rootDir>/src'] }],
  // Without line numbers a change of one file does not change the others' words.
  format: formatter({ lineNumbers: false }),
  runtimeConfigModule: { i18n: ['#i18n', 'i18n'] },
})
