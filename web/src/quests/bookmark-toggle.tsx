import { lazy, Suspense } from 'react'
import { useSession } from '../auth/session.tsx'
import type { Kept } from './use-bookmark.ts'

const Sign = lazy(async () => ({ default: (await import('./bookmark-sign.tsx')).BookmarkSign }))

/** For the signed-in alone, and loaded for them; its place is kept while it comes. */
export function BookmarkToggle({ quest }: Kept) {
  const { address } = useSession()
  if (address === null) return null
  return (
    <span className="relative z-10 -my-1.5 size-9 shrink-0">
      <Suspense>
        <Sign quest={quest} />
      </Suspense>
    </span>
  )
}
