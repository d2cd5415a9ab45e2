import type { QuestComment, QuestComments } from '@furrow/sdk'
import { furrow } from '../../../service/furrow.ts'

/** The first comments up to a number, and all from another one on: what a reader has before them of a long thread. */
export type Part = {
  /** 0 where the comments before `from` are not loaded. */
  readonly until: number
  /** 1 where there are no earlier ones. */
  readonly from: number
}

export type CommentsFrom = Part & {
  readonly thread: QuestComments
  /** The oldest first. */
  readonly comments: readonly QuestComment[]
}

const pageSize = 50
const largestPage = 100

/** The part that has the comments from this number on too, or one page more. */
export function widened({ until, from }: Part, number = from - pageSize): Part {
  const first = Math.max(1, Math.min(from, number))
  return first <= until + 1 ? { until: 0, from: 1 } : { until, from: first }
}

export async function readNewest(questId: string): Promise<CommentsFrom> {
  const { items } = await furrow.quests.comments(questId, { order: 'newest', limit: String(pageSize) })
  const comments = items.comments.toReversed()
  return { thread: items, comments, until: 0, from: comments[0]?.number ?? 1 }
}

/** Brings what is held up to date, and to the wanted part: unless a held comment changed, only those that are missing are read. */
export async function readAgain(held: CommentsFrom, { until, from }: Part): Promise<CommentsFrom> {
  const { questId, changes } = held.thread
  const isWanted = ({ number }: QuestComment) => number <= until || number >= from
  const last = Math.max(held.from - 1, held.comments.at(-1)?.number ?? 0)
  const { thread, comments: fresh } = await readBetween(questId, last)
  if (thread.changes - changes !== fresh.length) {
    const first = until === 0 ? [] : (await readBetween(questId, 0, until + 1)).comments
    const rest = await readBetween(questId, from - 1)
    return { thread: rest.thread, comments: [...first, ...rest.comments], until, from }
  }
  const known = new Set(held.comments.map(({ number }) => number))
  const missing = from < held.from ? (await readBetween(questId, from - 1, held.from)).comments : []
  const comments = [...held.comments, ...missing.filter(({ number }) => !known.has(number)), ...fresh]
  return {
    thread,
    comments: comments.filter(isWanted).toSorted((a, b) => a.number - b.number),
    until,
    from,
  }
}

/** The comments after one number and before another. */
async function readBetween(questId: string, after: number, before = Number.POSITIVE_INFINITY) {
  const comments: QuestComment[] = []
  for (let cursor = String(after); ; ) {
    const limit = String(Math.min(largestPage, before - Number(cursor) - 1))
    const { items, cursor: next } = await furrow.quests.comments(questId, { order: 'oldest', limit, cursor })
    comments.push(...items.comments)
    if (next === null || Number(next) >= before - 1) return { thread: items, comments }
    cursor = next
  }
}
