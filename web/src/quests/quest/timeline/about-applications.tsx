import { Trans } from '@lingui/react/macro'
import { Who } from './parts.tsx'
import type { Sentence } from './sentence.ts'

/** Events of applications. Applicants' names are for the giver alone, who reads them in the list of applicants. */
export const aboutApplications = {
  applied: () => <Trans>Somebody applied for a place.</Trans>,
  admitted: ({ event }) => (
    <Trans>
      The giver chose <Who address={event.farmer} />.
    </Trans>
  ),
  declined: () => <Trans>The giver declined an application.</Trans>,
  'application-withdrawn': () => <Trans>Somebody took an application back.</Trans>,
  'application-expired': () => <Trans>An application ended without an answer.</Trans>,
  'application-closed': () => <Trans>An application ended: there was no place any more.</Trans>,
} satisfies Record<string, Sentence>
