import type { ReactNode } from 'react'

/**
 * The reader's next action: on a wide screen it stands where it is, and on a narrow one it stays above the navigation while
 * the page scrolls. A page has one at most.
 */
export function InReach({ when = true, children }: { when?: boolean; children: ReactNode }) {
  return <div className={when ? 'in-reach grid gap-2' : 'contents'}>{children}</div>
}
