import { useEffect } from 'react'
import type { Kept } from './kept-session.ts'

/** The page comes first, then its changes. */
const after = 1_000

/** Listens for changes in the reader's name. */
export function useLive(kept: Kept | null): void {
  useEffect(() => {
    let end = () => {}
    let isOver = false
    const begin = async () => {
      const { listen } = await import('../live/live.ts')
      if (!isOver) end = listen(kept?.address ?? null)
    }
    // If it cannot be loaded, the page polls now and then.
    const timer = setTimeout(() => begin().catch(() => {}), after)
    return () => {
      isOver = true
      clearTimeout(timer)
      end()
    }
  }, [kept])
}
