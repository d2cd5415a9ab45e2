import { useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { queryClient } from '../service/query-client.ts'
import { sentenceOf } from '../service/sentence-of.ts'
import { useToast } from '../ui/toast.tsx'

export type Progress = { readonly done: number; readonly of: number }

/** Marks letters one after the other, and tells how far it is. */
export function useMarkAll() {
  const { say } = useToast()
  const [progress, setProgress] = useState<Progress | null>(null)

  async function markAll(ids: readonly string[], read: boolean): Promise<void> {
    setProgress({ done: 0, of: ids.length })
    try {
      for (const [index, id] of ids.entries()) {
        await furrow.mail.mark(id, read)
        setProgress({ done: index + 1, of: ids.length })
      }
    } catch (error) {
      say(sentenceOf(error), { tone: 'danger' })
    }
    await Promise.all([['mail'], ['tasks']].map(queryKey => queryClient.invalidateQueries({ queryKey })))
    setProgress(null)
  }

  return { progress, markAll }
}
