import type { ImportedIssue, NewQuest, PublicConfig } from '@furrow/sdk'
import { sumOf } from '../paying/units.ts'
import { empty, problemsOf, type Typed, toQuest, totalOf } from '../post/quest-draft.ts'

/** An issue's quest as it is typed. */
export type Row = Pick<Typed, 'title' | 'amount' | 'token' | 'places' | 'deadline'> & {
  readonly chosen: boolean
}

/** A quest that was sent, and whose answer is not known: it is sent again as it was, with the same key. */
export type Sent = { readonly key: string; readonly quest: NewQuest; readonly at: number }

/** All that is kept on the device, by the numbers of the issues. */
export type Kept = {
  readonly category: string
  readonly rows: Readonly<Record<string, Row>>
  readonly sent: Readonly<Record<string, Sent>>
}

export const nothingKept: Kept = { category: 'development', rows: {}, sent: {} }

/** The service knows a key for a day. */
const keysLast = 20 * 60 * 60 * 1_000

export function isForgotten(sent: Sent | undefined, now: number): boolean {
  return sent !== undefined && sent.at <= now - keysLast
}

export function rowOf({ rows }: Kept, { number, title }: ImportedIssue, token: string): Row {
  return rows[number] ?? { title, amount: '', token, places: '1', deadline: '', chosen: true }
}

export function questOf(issue: ImportedIssue, row: Row, category: string): NewQuest {
  return { ...toQuest(typedOf(issue, row, category)), skills: issue.skills }
}

export function problemsIn(
  issue: ImportedIssue,
  row: Row,
  category: string,
  config: PublicConfig,
): Partial<Typed> {
  return problemsOf(typedOf(issue, row, category), questOf(issue, row, category), config)
}

/** The rewards of all places of these rows, exactly, by token; rows without a reward add nothing. */
export function sumsOf(rows: readonly Row[]): readonly { readonly token: string; readonly amount: string }[] {
  const rewards = rows.map(row => ({ token: row.token.trim(), amount: totalOf({ ...empty, ...row }) }))
  return [...Map.groupBy(rewards, ({ token }) => token)]
    .map(([token, own]) => ({ token, amount: sumOf(own) }))
    .filter(({ amount }) => amount !== '0')
}

/** An issue without a text tells where it is. */
function typedOf(issue: ImportedIssue, { chosen: _, ...row }: Row, category: string): Typed {
  return {
    ...empty,
    ...row,
    category,
    description: issue.description ?? issue.url,
    repo: issue.codehostRepo,
    issue: issue.codehostIssue,
  }
}

/** A new list of issues says what became of those that were sent: they have a quest, or their key is forgotten. */
export function settle(kept: Kept, issues: readonly ImportedIssue[], now: number): Kept {
  const open = new Set(issues.flatMap(({ number, questId }) => (questId === null ? [String(number)] : [])))
  const left = Object.entries(kept.sent).filter(
    ([number, sent]) => open.has(number) && !isForgotten(sent, now),
  )
  return left.length === Object.keys(kept.sent).length ? kept : { ...kept, sent: Object.fromEntries(left) }
}

export function without<T>(all: Readonly<Record<string, T>>, number: number): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(all).filter(([key]) => key !== String(number)))
}
