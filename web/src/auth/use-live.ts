import { useEffect } from 'react'
import type { Kept } from './kept-session.ts'

/** First the page, then what changes on it. */
const after = 1_000

/** Listens for what changes, in the name of whoever is signed in. */
export function useLive(kept: Kept | null): void {
  useEffect(() => {
    let end = () => {}
    let isOver = false
    const begin = async () => {
      const { listen } = await import('../live/live.ts')
      if (!isOver) end = listen(kept?.address ?? null)
    }
    // Where it cannot be loaded, the page asks now and then.
    const timer = setTimeout(() => begin().catch(() => {}), after)
    return () => {
      isOver = true
      clearTimeout(timer)
      end()
    }
  }, [kept])
}
