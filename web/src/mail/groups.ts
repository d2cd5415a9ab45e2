import type { Message } from '@furrow/sdk'
import { t } from '@lingui/core/macro'

/** Letters about one quest, or a letter that is about none. */
export type Group = {
  readonly key: string
  readonly questId: string | null
  readonly title: string
  /** The newest first. */
  readonly letters: readonly Message[]
}

const questIdPattern = /\bquest-\d{13}-[0-9a-f]+\b/

/**
 * The quest that a letter is about, as the service says; old letters of the service name it in their text alone. A person's
 * letter joins no group by its words, or a stranger would stand among the notices of a quest.
 */
function questOf({ questId, official, body }: Message): string | null {
  return questId ?? (official ? questIn(body) : null)
}

export function questIn(text: string): string | null {
  return questIdPattern.exec(text)?.[0] ?? null
}

/** Each quest's letters together, where its newest is. */
export function groupsOf(letters: readonly Message[]): readonly Group[] {
  const byKey = Map.groupBy(letters, letter => questOf(letter) ?? letter.id)
  return [...byKey].map(([key, letters]) => {
    const [first] = letters
    const questId = first === undefined ? null : questOf(first)
    return { key, questId, title: titleOf(letters), letters }
  })
}

/** The quest's title from the newest notice, after its verb: "Accepted: Mend the gate". */
function titleOf(letters: readonly Message[]): string {
  const told = letters.find(({ questId, official }) => official || questId) ?? letters[0]
  const subject = told?.subject ?? ''
  const words = told?.official || told?.questId ? subject.slice(subject.indexOf(': ') + 2) : subject
  return words || subject || t`No subject`
}

/** Whether all of the words are in a letter, in any case. */
export function hasWords({ subject, body, from, to }: Message, words: readonly string[]): boolean {
  const text = `${subject}\n${body}\n${from}\n${to}`.toLowerCase()
  return words.every(word => text.includes(word))
}
