import { t } from '@lingui/core/macro'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { queryClient } from '../service/query-client.ts'
import { forgetAnswers, publicConfig } from '../service/use-config.ts'
import { useToast } from '../ui/toast.tsx'
import { passkeyWallet } from './kept-passkey.ts'
import { forgetKept, type Kept, keep, readKept } from './kept-session.ts'
import { type Session, SessionContext } from './session.tsx'
import { useAccountSwitch, useExpiry, useOtherTabs } from './session-ends.ts'
import type { SignInDialog } from './sign-in-dialog.tsx'
import { useLive } from './use-live.ts'

export function SessionProvider({ children }: { children: ReactNode }) {
  const [kept, setKept] = useState<Kept | null>(resumeKept)
  const [Asking, setAsking] = useState<typeof SignInDialog | null>(null)
  const { say } = useToast()

  const end = useCallback(
    async (sentence?: string) => {
      forgetKept()
      const told = furrow.signOut()
      setKept(null)
      forgetAnswers()
      if (sentence) say(sentence, { tone: 'danger' })
      else if (!(await told))
        say(
          t`You are signed out here, but the service could not be told. Sign in and end that session in your profile, or it lasts for up to a day.`,
          { tone: 'danger' },
        )
    },
    [say],
  )

  useExpiry(kept, end)
  useAccountSwitch(kept, end)
  useOtherTabs(kept, end)
  useLive(kept)
  usePasskey(kept)

  const session = useMemo<Session>(
    () => ({
      address: kept?.address ?? null,
      walletId: kept?.walletId ?? null,
      // A dialog that cannot be loaded is reported, and leaves the page as it is.
      ask: () =>
        import('./sign-in-dialog.tsx').then(
          module => setAsking(() => module.SignInDialog),
          () =>
            say(t`Signing in could not be loaded. Look at your connection and try again.`, {
              tone: 'danger',
            }),
        ),
      signOut: () => void end(),
    }),
    [kept, end, say],
  )
  const begin = (next: Kept) => {
    keep(next)
    furrow.resume(next.token)
    setKept(next)
    setAsking(null)
    queryClient.invalidateQueries()
  }
  return (
    <SessionContext value={session}>
      {children}
      {/* The dialog may wait for the service's configuration; nothing above it waits. */}
      <Suspense fallback={null}>
        {Asking && <Asking onClose={() => setAsking(null)} onSignedIn={begin} />}
      </Suspense>
    </SessionContext>
  )
}

/** A session by passkey has no extension that announces its wallet. */
function usePasskey(kept: Kept | null): void {
  const isOne = kept?.walletId === passkeyWallet
  useEffect(() => {
    if (!isOne) return
    Promise.all([import('./passkeys.ts'), queryClient.ensureQueryData(publicConfig)]).then(
      ([{ announcePasskey }, { passkeys }]) => passkeys && announcePasskey(passkeys.chainId),
      // The pages that sign say that the wallet is not here.
      () => {},
    )
  }, [isOne])
}

function resumeKept(): Kept | null {
  const kept = readKept()
  if (kept !== null) furrow.resume(kept.token)
  return kept
}
