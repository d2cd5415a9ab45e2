import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { queryClient } from '../service/query-client.ts'
import { useToast } from '../ui/toast.tsx'
import { forgetKept, type Kept, keep, readKept } from './kept-session.ts'
import { type Session, SessionContext } from './session.tsx'
import { useAccountSwitch, useExpiry, useOtherTabs } from './session-ends.ts'

const SignInDialog = lazy(() =>
  import('./sign-in-dialog.tsx').then(module => ({ default: module.SignInDialog })),
)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [kept, setKept] = useState<Kept | null>(resumeKept)
  const [asking, setAsking] = useState(false)
  const { say } = useToast()

  const end = useCallback(
    (sentence?: string) => {
      forgetKept()
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
    keep(next)
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

function resumeKept(): Kept | null {
  const kept = readKept()
  if (kept !== null) furrow.resume(kept.token)
  return kept
}
