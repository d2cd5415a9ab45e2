import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** What the address of the page names, shown and with the focus as soon as it is there; `reach` brings what is not there yet. */
export function useTarget(isThere: (id: string) => boolean, reach: (id: string) => void): string {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const reached = useRef('')
  const there = hash !== '' && isThere(hash)
  // After each drawing: what it names may have come, or more has to be asked for.
  useEffect(() => {
    if (hash === '' || reached.current === hash) return
    if (!there) return reach(hash)
    reached.current = hash
    const element = document.getElementById(hash)
    element?.scrollIntoView({ block: 'start' })
    element?.focus({ preventScroll: true })
  })
  return hash
}
