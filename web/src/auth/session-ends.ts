import { FurrowError } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { useEffect, useLayoutEffect } from 'react'
import { queryClient } from '../service/query-client.ts'
import { sameAddress } from '../ui/address.ts'
import { type Kept, keptKey, readKept } from './kept-session.ts'
import { useWallets } from './wallets.ts'

/** Ends the session, and says why. */
type End = (sentence?: string) => void

/** A session ends after 24 hours, or when the service refuses its token. */
export function useExpiry(kept: Kept | null, end: End): void {
  // Subscribes before any page asks, so that the first refusal is heard too.
  useLayoutEffect(() => {
    if (kept === null) return
    const over = () => end(t`Your session is over. Sign in again to go on.`)
    const timer = setTimeout(over, kept.expiresAt - Date.now())
    const refused = (error: unknown) => error instanceof FurrowError && error.status === 401
    const queries = queryClient.getQueryCache().subscribe(({ query }) => {
      if (refused(query.state.error)) over()
    })
    const mutations = queryClient.getMutationCache().subscribe(({ mutation }) => {
      if (refused(mutation?.state.error)) over()
    })
    return () => {
      clearTimeout(timer)
      queries()
      mutations()
    }
  }, [kept, end])
}

/** The wallet's owner chose another account: the session does not belong to that one. */
export function useAccountSwitch(kept: Kept | null, end: End): void {
  // Wallets announce themselves at their own time, after the page is there.
  const provider = useWallets().find(({ id }) => id === kept?.walletId)?.provider
  useEffect(() => {
    if (kept === null || provider === undefined) return
    const changed = (accounts: readonly string[]) => {
      if (accounts.length === 0) {
        end(t`Your wallet is locked, or disconnected from this site. Sign in again to go on.`)
        return
      }
      if (accounts.some(account => sameAddress(account, kept.address))) return
      end(t`Your wallet switched to another account. Sign in again with that one.`)
    }
    provider.on?.('accountsChanged', changed)
    return () => provider.removeListener?.('accountsChanged', changed)
  }, [kept, provider, end])
}

/** A sign-out, or a sign-in as somebody else, in another tab counts for this one too. */
export function useOtherTabs(kept: Kept | null, end: End): void {
  useEffect(() => {
    if (kept === null) return
    const changed = (event: StorageEvent) => {
      if (event.key !== null && event.key !== keptKey) return
      const now = readKept()
      if (now === null) end(t`Your session ended in another tab. Sign in again to go on.`)
      else if (now.token !== kept.token) location.reload()
    }
    addEventListener('storage', changed)
    return () => removeEventListener('storage', changed)
  }, [kept, end])
}
