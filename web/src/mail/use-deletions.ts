import { plural, t } from '@lingui/core/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { queryClient } from '../service/query-client.ts'
import { sentenceOf } from '../service/sentence-of.ts'
import { useToast } from '../ui/toast.tsx'

const undoTime = 6_000

/** Deletes with time to undo: letters are out of sight at once, and gone when the time is over or the page is left. */
export function useDeletions() {
  const { say } = useToast()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<readonly string[], ReturnType<typeof setTimeout>>())
  const show = useCallback(
    (ids: readonly string[]) => setHidden(current => new Set([...current].filter(id => !ids.includes(id)))),
    [],
  )

  const send = useCallback(
    async (ids: readonly string[]) => {
      waiting.current.delete(ids)
      // Deletes one after the other; letters that could not be deleted are shown again.
      for (const [index, id] of ids.entries())
        try {
          await furrow.mail.delete(id)
        } catch (error) {
          show(ids.slice(index))
          say(sentenceOf(error), { tone: 'danger' })
          break
        }
      await Promise.all([['mail'], ['tasks']].map(queryKey => queryClient.invalidateQueries({ queryKey })))
    },
    [say, show],
  )

  useEffect(() => {
    const kept = waiting.current
    const flush = () => {
      for (const [ids, timer] of kept) {
        clearTimeout(timer)
        send(ids)
      }
    }
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [send])

  function remove(ids: readonly string[]) {
    const count = ids.length
    setHidden(current => new Set([...current, ...ids]))
    waiting.current.set(
      ids,
      setTimeout(() => send(ids), undoTime),
    )
    say(plural(count, { one: 'The letter is deleted.', other: '# letters are deleted.' }), {
      action: {
        label: t`Undo`,
        run() {
          clearTimeout(waiting.current.get(ids))
          waiting.current.delete(ids)
          show(ids)
        },
      },
    })
  }

  return { isDeleted: (id: string) => hidden.has(id), remove }
}
