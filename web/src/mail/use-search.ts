import { questIn } from './groups.ts'
import type { Only } from './use-mail.ts'
import { useRecipient } from './use-recipient.ts'

/** A search: for a quest or a sender, which the service finds in the whole mailbox, or for words. */
export type Sought = {
  readonly kind: 'all' | 'quest' | 'sender' | 'words'
  readonly only: Only
  readonly words: readonly string[]
}

/** Letters are stored sealed, so words are searched only in the loaded ones. */
export function useSought(text: string): Sought {
  const quest = questIn(text)
  const { address } = useRecipient(text, false)
  if (quest !== null) return { kind: 'quest', only: { quest }, words: [] }
  if (address !== null) return { kind: 'sender', only: { from: address }, words: [] }
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return { kind: words.length === 0 ? 'all' : 'words', only: {}, words }
}
