import { FurrowError } from '@furrow/sdk'
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { furrow, queryClient } from '../app/furrow.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWallets } from './wallets.ts'

const SignInDialog = lazy(() =>
  import('./sign-in-dialog.tsx').then(module => ({ default: module.SignInDialog })),
)

export type Kept = {
  readonly address: string
  readonly token: string
  readonly walletId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export type Session = {
  /** null for a visitor. */
  readonly address: string | null
  readonly walletId: string | null
  /** Opens the sign-in dialog. */
  ask(): void
  signOut(): void
}

const key = 'furrow.session'
const SessionContext = createContext<Session>({ address: null, walletId: null, ask() {}, signOut() {} })

export function useSession(): Session {
  return use(SessionContext)
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [kept, setKept] = useState<Kept | null>(readKept)
  const [asking, setAsking] = useState(false)
  const { say } = useToast()

  const end = useCallback(
    (sentence?: string) => {
      localStorage.removeItem(key)
      furrow.signOut()
      setKept(null)
      queryClient.clear()
      if (sentence) say(sentence, { tone: 'danger' })
    },
    [say],
  )

  useExpiry(kept, end)
  useAccountSwitch(kept, end)
  useOtherTabs(kept, end)

  const session = useMemo<Session>(
    () => ({
      address: kept?.address ?? null,
      walletId: kept?.walletId ?? null,
      ask: () => setAsking(true),
      signOut: () => end(),
    }),
    [kept, end],
  )
  const begin = (next: Kept) => {
    localStorage.setItem(key, JSON.stringify(next))
    furrow.resume(next.token)
    setKept(next)
    setAsking(false)
    queryClient.invalidateQueries()
  }
  return (
    <SessionContext value={session}>
      {children}
      <Suspense>{asking && <SignInDialog onClose={() => setAsking(false)} onSignedIn={begin} />}</Suspense>
    </SessionContext>
  )
}

/** Shows its children to a session, and an invitation to everyone else. */
export function SignedIn({ reason, children }: { reason: string; children: ReactNode }) {
  const { address, ask } = useSession()
  if (address !== null) return children
  return (
    <Empty title={reason}>
      <Button variant="primary" onClick={ask}>
        Sign in with your wallet
      </Button>
    </Empty>
  )
}

function readKept(): Kept | null {
  const kept = readStored()
  if (kept !== null) furrow.resume(kept.token)
  return kept
}

function readStored(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    return kept !== null && kept.expiresAt > Date.now() ? kept : null
  } catch {
    return null
  }
}

/** A session ends after 24 hours, or when the service says that its token is none any more. */
function useExpiry(kept: Kept | null, end: (sentence?: string) => void): void {
  useEffect(() => {
    if (kept === null) return
    const over = () => end('Your session is over. Sign in again to go on.')
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

/** The wallet's owner chose another account: the session is not his any more. */
function useAccountSwitch(kept: Kept | null, end: (sentence?: string) => void): void {
  // Wallets announce themselves when the page is there already, each in its own time.
  const provider = useWallets().find(({ id }) => id === kept?.walletId)?.provider
  useEffect(() => {
    if (kept === null || provider === undefined) return
    const changed = (accounts: readonly string[]) => {
      if (accounts.length === 0) {
        end('Your wallet is locked, or disconnected from this site. Sign in again to go on.')
        return
      }
      if (accounts.some(account => account.toLowerCase() === kept.address.toLowerCase())) return
      end('Your wallet switched to another account. Sign in again with that one.')
    }
    provider.on?.('accountsChanged', changed)
    return () => provider.removeListener?.('accountsChanged', changed)
  }, [kept, provider, end])
}

/** Who signs out, or in as someone else, in another tab means this one too. */
function useOtherTabs(kept: Kept | null, end: (sentence?: string) => void): void {
  useEffect(() => {
    if (kept === null) return
    const changed = (event: StorageEvent) => {
      if (event.key !== null && event.key !== key) return
      const now = readStored()
      if (now === null) end('You signed out in another tab.')
      else if (now.token !== kept.token) location.reload()
    }
    addEventListener('storage', changed)
    return () => removeEventListener('storage', changed)
  }, [kept, end])
}
