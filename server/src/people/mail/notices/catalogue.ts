import type { ChannelKind, ReportedKind } from '@furrow/sdk/contract'
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
  /** The note is the giver's own, null for none. */
  readonly invited: { readonly giver: Address; readonly reward: string; readonly note: string | null }
  readonly 'hidden-by-moderator': Moderated
  readonly 'shown-again': Moderated
  readonly 'wallet-frozen': { readonly owner: Address; readonly reason: string }
  readonly 'wallet-unfrozen': { readonly owner: Address; readonly reason: string }
  /** `answer` is the status with which the channel refused last, null where it gave none. */
  readonly 'channel-ended': {
    readonly kind: ChannelKind
    readonly answer: string | null
    readonly url: string
  }
}

type Moderated = {
  readonly kind: ReportedKind
  readonly thing: string
  readonly title: string
  readonly reason: string
}

export type Digest = {
  readonly name: string
  readonly quests: readonly { readonly id: string; readonly title: string; readonly reward: string }[]
  readonly more: number
  readonly board: string
}

export type LetterKey = keyof LetterValues

export type Worded = {
  [K in LetterKey]: { readonly key: K; readonly values: LetterValues[K] }
}[LetterKey]

export type Words = {
  readonly what: string
  readonly body: string
}

declare const fromCatalogue: unique symbol

/** A text that a catalogue made. No letter of the service is made from another one, so that none is in one language only. */
export type Said = string & { readonly [fromCatalogue]: true }

export type SaidLetter = { readonly subject: Said; readonly body: Said }

/** All letters about a quest in one language. A key without words, or words without a key, does not compile. */
export type Catalogue = {
  readonly notices: { readonly [K in LetterKey]: (values: LetterValues[K]) => Words }
  readonly subject: (what: string, title: string) => string
  readonly quest: (id: string) => string
  readonly digest: {
    readonly subject: (count: number, name: string) => string
    readonly end: (digest: Pick<Digest, 'more' | 'board'>) => string
  }
}

/** The catalogue's words fit the key, which TypeScript cannot follow through a union. */
function sayWorded({ notices }: Catalogue, { key, values }: Worded): Words {
  const say = notices[key] as (values: Worded['values']) => Words
  return say(values)
}

function said(subject: string, body: string): SaidLetter {
  return { subject: subject as Said, body: body as Said }
}

export function wordLetter(
  catalogue: Catalogue,
  worded: Worded,
  { id, title }: { readonly id: string; readonly title: string },
): SaidLetter {
  const { subject, quest } = catalogue
  const { what, body } = sayWorded(catalogue, worded)
  return said(subject(what, title), `${body}\n\n${quest(id)}`)
}

const longestSubject = 200

export function wordPlain(catalogue: Catalogue, worded: Worded, title = ''): SaidLetter {
  const { what, body } = sayWorded(catalogue, worded)
  return said(title === '' ? what : catalogue.subject(what, title).slice(0, longestSubject), body)
}

export function wordDigest({ digest: words }: Catalogue, digest: Digest): SaidLetter {
  const { name, quests, more } = digest
  const lines = quests.map(({ id, title, reward }) => `${title} · ${reward} · ${id}`)
  return said(words.subject(quests.length + more, name), `${lines.join('\n')}\n\n${words.end(digest)}`)
}
