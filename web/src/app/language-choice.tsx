import { Trans } from '@lingui/react/macro'
import { chooseLanguage, chosenLanguage, type Language, languages } from '../language/languages.ts'

/** The reader's language. A choice loads the page anew; drafts are kept. */
export function LanguageChoice() {
  return (
    <label>
      <span className="sr-only">
        <Trans>Language</Trans>
      </span>
      <select
        value={chosenLanguage() ?? ''}
        className="rounded bg-transparent py-1 underline"
        onChange={event => {
          chooseLanguage((event.target.value || null) as Language | null)
          location.reload()
        }}
      >
        <option value="">
          <Trans>As the browser</Trans>
        </option>
        {Object.entries(languages).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
