import type { Quest, QuestEvent } from '@furrow/sdk'

/** A person's words in an event. */
export type Spoken = {
  readonly author: string
  readonly text: string | null | undefined
  readonly url?: string | null | undefined
}

/** The author of the words in an event, where they are a person's: handed-in work, a return, a dispute, an answer. */
export function spokenIn({ kind, farmer, details }: QuestEvent, { giver, funding }: Quest): Spoken | null {
  const { note, url, reason, by } = details
  switch (kind) {
    case 'submitted':
    case 'answered':
      return farmer !== null && (note || url) ? { author: farmer, text: note, url } : null
    case 'part-proposed': {
      const author = by === 'giver' ? giver : farmer
      return author !== null && note ? { author, text: note } : null
    }
    case 'returned':
      return note ? { author: giver, text: note } : null
    case 'disputed':
      // The contract takes no reason.
      return by === 'giver' && funding.rail === 'ledger' && reason ? { author: giver, text: reason } : null
    default:
      return null
  }
}
