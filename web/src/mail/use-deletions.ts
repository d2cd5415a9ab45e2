import { useCallback, useEffect, useRef, useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { queryClient } from '../service/query-client.ts'
import { sentenceOf } from '../service/sentence-of.ts'
import { useToast } from '../ui/toast.tsx'

const undoTime = 6_000

/** Deletes with time to undo: the letter is out of sight at once, and gone when the time is over or the page is left. */
export function useDeletions() {
  const { say } = useToast()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  const send = useCallback(
    (id: string) => {
      waiting.current.delete(id)
      furrow.mail.delete(id).then(
        () => Promise.all([['mail'], ['tasks']].map(queryKey => queryClient.invalidateQueries({ queryKey }))),
        error => {
          setHidden(current => new Set([...current].filter(other => other !== id)))
          say(sentenceOf(error), { tone: 'danger' })
        },
      )
    },
    [say],
  )

  useEffect(() => {
    const kept = waiting.current
    const flush = () => {
      for (const [id, timer] of kept) {
        clearTimeout(timer)
        send(id)
      }
    }
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [send])

  function remove(id: string) {
    setHidden(current => new Set([...current, id]))
    waiting.current.set(
      id,
      setTimeout(() => send(id), undoTime),
    )
    say('The letter is deleted.', {
      action: {
        label: 'Undo',
        run() {
          clearTimeout(waiting.current.get(id))
          waiting.current.delete(id)
          setHidden(current => new Set([...current].filter(other => other !== id)))
        },
      },
    })
  }

  return { isDeleted: (id: string) => hidden.has(id), remove }
}
