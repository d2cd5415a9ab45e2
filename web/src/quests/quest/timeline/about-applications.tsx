import { Who } from './parts.tsx'
import type { Sentence } from './sentence.ts'

/** What happened to applications. Who applied is for the giver alone, who reads it in his list. */
export const aboutApplications = {
  applied: () => <>Somebody applied for a place.</>,
  admitted: ({ event }) => (
    <>
      The giver chose <Who address={event.farmer} />.
    </>
  ),
  declined: () => <>The giver declined an application.</>,
  'application-withdrawn': () => <>Somebody took an application back.</>,
  'application-expired': () => <>An application ended without an answer.</>,
  'application-closed': () => <>An application ended: there was no place any more.</>,
} satisfies Record<string, Sentence>
