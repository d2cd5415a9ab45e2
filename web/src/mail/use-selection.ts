import { useRef, useState } from 'react'

export type Selection = ReturnType<typeof useSelection>

/** The chosen ones among the shown letters; with the shift key, all from the one before. */
export function useSelection(shown: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const ids = shown.filter(id => chosen.has(id))

  function set(changed: readonly string[], isChosen: boolean) {
    const next = new Set(ids)
    for (const id of changed) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    setChosen(next)
  }

  return {
    ids,
    has: (id: string) => chosen.has(id),
    set,
    clear: () => setChosen(new Set()),
    toggle(id: string, isChosen: boolean, through: boolean) {
      const [from, to] = [shown.indexOf(last.current ?? ''), shown.indexOf(id)]
      const range = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      set(through ? range : [id], isChosen)
      last.current = id
    },
  }
}
