import { useCallback, useEffect, useState } from 'react'
import { forgetText, keepText, keptName, readText } from './kept-text.ts'
import { useSession } from './session.tsx'

/**
 * What is typed into a form, kept on this device as it is typed: it comes back after a reload, a locked wallet or a session
 * that ended. `forget` when it is sent.
 */
export function useKept<T>(name: string, initial: T) {
  const { address } = useSession()
  const key = keptName(name, address)
  const [value, setValue] = useState<T>(() => readText<T>(key) ?? initial)
  const isUntouched = JSON.stringify(value) === JSON.stringify(initial)
  useEffect(() => {
    if (isUntouched) forgetText(key)
    else keepText(key, value)
  }, [key, value, isUntouched])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a form begins with does not change while it is there
  const forget = useCallback(() => {
    forgetText(key)
    setValue(initial)
  }, [key])
  return [value, setValue, forget] as const
}
