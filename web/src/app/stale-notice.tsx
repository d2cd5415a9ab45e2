import { Trans } from '@lingui/react/macro'
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isRefusal, queryClient } from '../service/query-client.ts'

const queries = queryClient.getQueryCache()

const subscribe = (tell: () => void) => queries.subscribe(tell)

/** Shown from before, since the service did not answer when it was asked for anew. */
const isStale = (query: Query) => {
  const { data, error } = query.state
  return query.isActive() && data !== undefined && error !== null && !isRefusal(error)
}

/** Says that the page shows what the service said before. */
export function StaleNotice() {
  const isShown = useSyncExternalStore(subscribe, () => queries.getAll().some(isStale))
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-18 z-50 grid justify-items-center px-4 print:hidden"
    >
      {isShown && (
        <p className="pointer-events-auto max-w-lg rounded-2xl border border-danger bg-card px-4 py-2 text-sm text-danger shadow-card">
          <Trans>The service cannot be reached. This page may be out of date.</Trans>{' '}
          <button
            type="button"
            className="rounded px-1 font-semibold underline"
            onClick={() => queryClient.refetchQueries({ predicate: isStale })}
          >
            <Trans>Try again</Trans>
          </button>
        </p>
      )}
    </div>
  )
}
