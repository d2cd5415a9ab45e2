import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Shows the item that the page's address names, with the focus, as soon as it is there; `reach` loads one that is not. */
export function useTarget(isThere: (id: string) => boolean, reach: (id: string) => void): string {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const reached = useRef('')
  const there = hash !== '' && isThere(hash)
  // After each drawing: the item may have come, or more has to be loaded.
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
