import type { NewFollow } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../auth/session.tsx'

const FollowDialog = lazy(async () => ({ default: (await import('./follow-dialog.tsx')).FollowDialog }))

/** Its dialog is loaded when somebody asks for it. */
export function FollowButton({ filter }: { filter: NewFollow['filter'] }) {
  const { address, ask } = useSession()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => (address === null ? ask() : setOpen(true))}
        className="inline-flex min-h-8 shrink-0 items-center gap-1.5 text-sm font-medium text-moss underline-offset-4 hover:underline"
      >
        <svg
          viewBox="0 0 20 20"
          className="size-4"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        >
          <path
            d="M5 14V9a5 5 0 0 1 10 0v5l1.2 1.2H3.8zM8.3 17.5h3.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <Trans>Tell me of such quests</Trans>
      </button>
      {open && address !== null && (
        <Suspense>
          <FollowDialog filter={filter} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
