import { Trans } from '@lingui/react/macro'
import { useSession } from '../auth/session.tsx'
import {
  chooseLanguage,
  chosenLanguage,
  type Language,
  languageOf,
  languages,
} from '../language/languages.ts'
import { furrow } from '../service/furrow.ts'
import { sleep } from '../service/sleep.ts'

/** The reader's language. A choice loads the page anew; drafts are kept. */
export function LanguageChoice() {
  const { address } = useSession()
  return (
    <label>
      <span className="sr-only">
        <Trans>Language</Trans>
      </span>
      <select
        value={chosenLanguage() ?? ''}
        className="rounded bg-transparent py-1 underline"
        onChange={event => void choose((event.target.value || null) as Language | null, address !== null)}
      >
        <option value="">
          <Trans>Language of the browser</Trans>
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

/** The page is loaded anew in any case; a slow service must not keep it in the language before. */
async function choose(language: Language | null, isSignedIn: boolean): Promise<void> {
  chooseLanguage(language)
  if (isSignedIn)
    await Promise.race([sendLanguage(language ?? languageOf(navigator.languages)), sleep(3_000)])
  location.reload()
}

/** The service's letters come in the language that is shown from now on. */
async function sendLanguage(language: Language): Promise<void> {
  try {
    await furrow.profile.change({ language })
  } catch (error) {
    console.warn('The language of letters could not be changed.', error)
  }
}
