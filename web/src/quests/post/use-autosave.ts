import { FurrowError, type QuestDraft, type TypedQuest } from '@furrow/sdk'
import { useEffect, useRef, useState } from 'react'
import { furrow } from '../../service/furrow.ts'
import { queryClient } from '../../service/query-client.ts'
import { sentenceOf } from '../../service/sentence-of.ts'

const pause = 1_500

export type Saving = 'nothing' | 'typing' | 'saved' | { readonly failed: string; readonly stale: boolean }
export type Autosaved = ReturnType<typeof useAutosave>

export type AutosaveOptions<T> = {
  /** The untouched form. */
  blank: T
  /** The form as the service has it. */
  saved: T
  draft: QuestDraft | undefined
  toDraft: (typed: T) => TypedQuest
  onKept: (id: string) => void
}

/** Keeps the typed text as a draft, a moment after each pause in the typing, and when the page goes away. */
export function useAutosave<T>(typed: T, { blank, saved, draft, toDraft, onKept }: AutosaveOptions<T>) {
  const [saving, setSaving] = useState<Saving>(
    keyOf({ typed, template: false }) !== keyOf({ typed: saved, template: false })
      ? 'typing'
      : draft === undefined
        ? 'nothing'
        : 'saved',
  )
  const [template, setTemplate] = useState(draft?.template ?? false)
  const known = useRef<Pick<QuestDraft, 'id' | 'version'> | null>(draft ?? null)
  const wanted = useRef({ typed, template })
  const kept = useRef(keyOf({ typed: saved, template }))
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const stopped = useRef(false)
  wanted.current = { typed, template }

  /** One after another: each save builds on the version of the one before. */
  function save(): Promise<unknown> {
    turn.current = turn.current.then(async () => {
      const now = wanted.current
      const key = keyOf(now)
      if (stopped.current || key === kept.current) return
      if (known.current === null && keyOf({ typed: blank, template: false }) === key) return
      try {
        const body = { quest: toDraft(now.typed), template: now.template }
        const isNew = known.current === null
        const answer =
          known.current === null
            ? await furrow.quests.drafts.create(body)
            : await furrow.quests.drafts.save({
                draftId: known.current.id,
                version: known.current.version,
                ...body,
              })
        known.current = answer
        kept.current = key
        setSaving(keyOf(wanted.current) === key ? 'saved' : 'typing')
        if (isNew) onKept(answer.id)
        queryClient.invalidateQueries({ queryKey: ['drafts', 'list'] })
      } catch (error) {
        const stale = error instanceof FurrowError && (error.status === 409 || error.status === 404)
        if (stale) stopped.current = true
        setSaving({ failed: sentenceOf(error), stale })
      }
    })
    return turn.current
  }
  const saveNow = useRef(save)
  saveNow.current = save

  const key = keyOf({ typed, template })
  useEffect(() => {
    if (key === kept.current || stopped.current) return
    setSaving(before => (typeof before === 'object' ? before : 'typing'))
    const timer = setTimeout(() => saveNow.current(), pause)
    return () => clearTimeout(timer)
  }, [key])
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && saveNow.current()
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      saveNow.current()
    }
  }, [])

  return {
    saving,
    /** The draft's id, once there is one. */
    id: known.current?.id ?? null,
    template,
    setTemplate,
    /** Goes on as another draft, where this one was saved or deleted elsewhere. */
    keepAsNew() {
      known.current = null
      stopped.current = false
      kept.current = ''
      return save()
    },
    /** Stops saving; gives the id of the draft, if there is one. */
    async stop(): Promise<string | null> {
      stopped.current = true
      await turn.current
      return known.current?.id ?? null
    },
    goOn() {
      stopped.current = false
    },
  }
}

function keyOf(what: { readonly typed: unknown; readonly template: boolean }): string {
  return JSON.stringify(what)
}
