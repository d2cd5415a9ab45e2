import type { Quest, QuestEvent } from '@furrow/sdk'

/** What a person said when something happened. */
export type Spoken = {
  readonly author: string
  readonly text: string | null | undefined
  readonly url?: string | null | undefined
}

/** Whose words are in an event, where they are somebody's: work that was handed in, what was missing in it, a dispute, an answer. */
export function spokenIn({ kind, farmer, details }: QuestEvent, { giver, funding }: Quest): Spoken | null {
  const { note, url, reason, by } = details
  switch (kind) {
    case 'submitted':
    case 'answered':
      return farmer !== null && (note || url) ? { author: farmer, text: note, url } : null
    case 'returned':
      return note ? { author: giver, text: note } : null
    case 'disputed':
      // The contract takes no reason.
      return by === 'giver' && funding.rail === 'ledger' && reason ? { author: giver, text: reason } : null
    default:
      return null
  }
}
