import type { Address } from '../../../ground/address.ts'
import type { NoticeValues } from '../../../rules/lifecycle/notice-values.ts'

export type LetterValues = NoticeValues & {
  readonly commented: { readonly author: Address }
  readonly 'comment-answered': { readonly author: Address }
  /** The giver of a thanks says that they paid; for the pull request of an address, or a tip. */
  readonly 'thanks-said': {
    readonly giver: Address
    readonly amount: string
    readonly token: string
    readonly url: string | null
  }
  readonly 'quest-found': { readonly name: string; readonly reward: string }
}

/** Quests that fit a filter which the reader follows, at most as many as a letter lists. */
export type Digest = {
  readonly name: string
  readonly quests: readonly { readonly id: string; readonly title: string; readonly reward: string }[]
  readonly more: number
  /** The board with that filter. */
  readonly board: string
}

export type LetterKey = keyof LetterValues

export type Worded = {
  [K in LetterKey]: { readonly key: K; readonly values: LetterValues[K] }
}[LetterKey]

export type Words = {
  /** The event in two words; the quest's title follows. */
  readonly what: string
  readonly body: string
}

/** All letters about a quest in one language. A key without words, or words without a key, does not compile. */
export type Catalogue = {
  readonly notices: { readonly [K in LetterKey]: (values: LetterValues[K]) => Words }
  readonly subject: (what: string, title: string) => string
  readonly quest: (id: string) => string
  readonly digest: {
    readonly subject: (count: number, name: string) => string
    /** After the quests, which are a line each. */
    readonly end: (digest: Pick<Digest, 'more' | 'board'>) => string
  }
}

/** The catalogue's words fit the key, which TypeScript cannot follow through a union. */
export function sayWorded({ notices }: Catalogue, { key, values }: Worded): Words {
  const say = notices[key] as (values: Worded['values']) => Words
  return say(values)
}

export function wordLetter(
  catalogue: Catalogue,
  worded: Worded,
  { id, title }: { readonly id: string; readonly title: string },
): { readonly subject: string; readonly body: string } {
  const { subject, quest } = catalogue
  const { what, body } = sayWorded(catalogue, worded)
  return { subject: subject(what, title), body: `${body}\n\n${quest(id)}` }
}

/** The letter of a digest: its title and reward are the giver's own words. */
export function wordDigest({ digest: words }: Catalogue, digest: Digest) {
  const { name, quests, more } = digest
  const lines = quests.map(({ id, title, reward }) => `${title} · ${reward} · ${id}`)
  return {
    subject: words.subject(quests.length + more, name),
    body: `${lines.join('\n')}\n\n${words.end(digest)}`,
  }
}
