import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { furrow } from '../../service/furrow.ts'

/** The draft that the address names, for a form that keeps itself as one; `onKept` writes it into the address. */
export function useOpenedDraft(id: string | undefined, onKept: (id: string) => void) {
  // A draft that this form saved by itself is the one being typed, so the form stays as it is.
  const [own, setOwn] = useState<{ id: string; form: string }>()
  const isOwn = id !== undefined && id === own?.id
  const form = isOwn ? own.form : (id ?? 'new')
  const isAsked = id !== undefined && !isOwn
  const { data, error, refetch } = useQuery({
    queryKey: ['drafts', id],
    queryFn: () => furrow.quests.drafts.get(id ?? ''),
    enabled: isAsked,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    /** Another one is another form. */
    form,
    draft: isOwn ? undefined : data,
    error: isAsked ? error : null,
    isLoading: isAsked && data === undefined,
    refetch,
    keep(kept: string) {
      setOwn({ id: kept, form })
      onKept(kept)
    },
  }
}
