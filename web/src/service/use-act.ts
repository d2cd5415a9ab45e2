import { FurrowError } from '@furrow/sdk'
import { type QueryKey, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useToast } from '../ui/toast.tsx'
import { queryClient } from './query-client.ts'
import { sentenceOf } from './sentence-of.ts'

type ActOptions = {
  /** The sentence after success. */
  done?: string
  /** The queries to ask the service again. */
  invalidate?: readonly QueryKey[]
}

function askAgain(keys: readonly QueryKey[]): Promise<unknown> {
  return Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}

/** A change at the service; a failure becomes a sentence in a toast. */
export function useAct<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  { done, invalidate = [] }: ActOptions = {},
) {
  const { say } = useToast()
  const running = useRef<Promise<Output> | null>(null)
  return useMutation({
    // Two taps before the button knows are one.
    mutationFn: (input: Input) => {
      running.current ??= act(input).finally(() => {
        running.current = null
      })
      return running.current
    },
    async onSuccess() {
      await askAgain(invalidate)
      if (done !== undefined) say(done)
    },
    onError(error) {
      say(sentenceOf(error), { tone: 'danger' })
      // The page shows a state that the service no longer has.
      if (error instanceof FurrowError && error.status === 409) void askAgain(invalidate)
    },
  })
}
