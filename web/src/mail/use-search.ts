import { questIn } from './groups.ts'
import type { Only } from './use-mail.ts'
import { useRecipient } from './use-recipient.ts'

/** What somebody looks for: a quest or a sender, which the service finds in the whole mailbox, or words. */
export type Sought = {
  readonly kind: 'all' | 'quest' | 'sender' | 'words'
  readonly only: Only
  readonly words: readonly string[]
}

/** Letters are sealed where they lie, so words are looked for in those that are here. */
export function useSought(text: string): Sought {
  const quest = questIn(text)
  const { address } = useRecipient(text, false)
  if (quest !== null) return { kind: 'quest', only: { quest }, words: [] }
  if (address !== null) return { kind: 'sender', only: { from: address }, words: [] }
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return { kind: words.length === 0 ? 'all' : 'words', only: {}, words }
}
