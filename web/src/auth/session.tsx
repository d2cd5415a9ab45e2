import { Trans } from '@lingui/react/macro'
import { createContext, type ReactNode, use } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

export type Session = {
  /** null for a visitor. */
  readonly address: string | null
  readonly walletId: string | null
  /** Opens the sign-in dialog. */
  ask(): void
  signOut(): void
}

export const SessionContext = createContext<Session>({
  address: null,
  walletId: null,
  ask() {},
  signOut() {},
})

export function useSession(): Session {
  return use(SessionContext)
}

/** Shows its children to a signed-in reader, and an invitation to everyone else. */
export function SignedIn({ reason, children }: { reason: string; children: ReactNode }) {
  const { address, ask } = useSession()
  if (address !== null) return children
  return (
    <Empty title={reason}>
      <Button variant="primary" onClick={ask}>
        <Trans>Sign in with your wallet</Trans>
      </Button>
    </Empty>
  )
}
