import { useEffect, useRef, useState } from 'react'
import { forgetText, keepText, keptName, readText } from '../../auth/kept-text.ts'
import { useSession } from '../../auth/session.tsx'
import { type AutosaveOptions, useAutosave } from './use-autosave.ts'

/**
 * A form's text, kept as a draft by the service. Text that the service does not have yet is kept on this device: a locked
 * wallet or a lost connection takes nothing away. `form` names the form on the device.
 */
export function useKeptDraft<T extends object>(form: string, options: AutosaveOptions<T>) {
  const { draft, saved } = options
  const { address } = useSession()
  const [kept] = useState(() => readText<T>(keptName(`${form} ${draft?.id ?? 'new'}`, address)))
  const [typed, setTyped] = useState<T>({ ...saved, ...kept })
  const autosave = useAutosave(typed, options)
  const name = keptName(`${form} ${autosave.id ?? 'new'}`, address)
  const isSafe = autosave.saving === 'saved' || autosave.saving === 'nothing'
  const keptAs = useRef(name)
  useEffect(() => {
    // The form became a draft, or another one: its text is not kept twice.
    if (keptAs.current !== name) forgetText(keptAs.current)
    keptAs.current = name
    if (isSafe) forgetText(name)
    else keepText(name, typed)
  }, [name, isSafe, typed])
  return { typed, setTyped, autosave, forget: () => forgetText(name) }
}
