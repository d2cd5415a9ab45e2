import { type SetStateAction, useCallback, useEffect, useState } from 'react'
import { forgetText, keepText, keptName, readText } from './kept-text.ts'
import { useSession } from './session.tsx'

/**
 * A form's text, kept on this device as it is typed: it comes back after a reload, a locked wallet or a session that ended.
 * Call `forget` when it is sent.
 */
export function useKept<T>(name: string, initial: T) {
  const { address } = useSession()
  const key = keptName(name, address)
  const begin = () => ({ key, value: readText<T>(key) ?? initial })
  const [last, setLast] = useState(begin)
  // A form may outlive the session: one account's text does not become a visitor's, or the next account's.
  const typed = last.key === key ? last : begin()
  if (typed !== last) setLast(typed)
  const { value } = typed
  const setValue = useCallback(
    (next: SetStateAction<T>) =>
      setLast(({ value }) => ({ key, value: next instanceof Function ? next(value) : next })),
    [key],
  )
  const isUntouched = JSON.stringify(value) === JSON.stringify(initial)
  useEffect(() => {
    if (isUntouched) forgetText(key)
    else keepText(key, value)
  }, [key, value, isUntouched])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's initial value does not change while the form is there
  const forget = useCallback(() => {
    forgetText(key)
    setLast({ key, value: initial })
  }, [key])
  return [value, setValue, forget] as const
}
