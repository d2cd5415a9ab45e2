import { type Dispatch, type SetStateAction, useRef, useState } from 'react'
import { useConfig } from '../../service/use-config.ts'
import { empty, problemsOf, type Typed, toQuest } from './quest-draft.ts'

export type Form = ReturnType<typeof useForm>

/** The typed fields, their problems, and the fields that were visited. */
export function useForm([typed, setTyped]: readonly [Typed, Dispatch<SetStateAction<Typed>>]) {
  const config = useConfig()
  const form = useRef<HTMLFormElement>(null)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const quest = toQuest(typed)
  const problems = problemsOf(typed, quest, config)

  return {
    form,
    typed,
    quest,
    problems,
    setTyped,
    bind: (name: keyof Typed) => ({
      value: typed[name],
      onChange: ({ target: { value } }: { target: { value: string } }) =>
        setTyped(current => ({ ...current, [name]: value })),
      onBlur: () => setTouched(new Set([...touched, name])),
    }),
    errorOf: (name: keyof Typed) => (touched.has(name) ? problems[name] : undefined),
    /** The first of these fields with a problem; the problems of all of them are shown from now on. */
    firstProblem(names: readonly (keyof Typed)[]): keyof Typed | undefined {
      setTouched(new Set([...touched, ...names]))
      return names.find(name => problems[name] !== undefined)
    },
    focusOn(name: keyof Typed): void {
      form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
    },
  }
}

export const allFields = Object.keys(empty) as (keyof Typed)[]
