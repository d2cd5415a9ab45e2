import { replaceEqualDeep } from '@tanstack/react-query'
import type { CommentsFrom } from './part-of-thread.ts'

/**
 * Comments that did not change when they were read again stay the same objects, and are not drawn anew: each is compared with
 * itself, wherever it stands since earlier ones were loaded.
 */
export function withFormer(former: CommentsFrom | undefined, read: CommentsFrom): CommentsFrom {
  if (former === undefined) return read
  const known = new Map(former.comments.map(comment => [comment.number, comment]))
  const comments = read.comments.map(comment => replaceEqualDeep(known.get(comment.number), comment))
  const isSame =
    comments.length === former.comments.length && comments.every((one, at) => one === former.comments[at])
  const thread = replaceEqualDeep(former.thread, read.thread)
  return { ...read, thread, comments: isSame ? former.comments : comments }
}
