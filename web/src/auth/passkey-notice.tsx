import { Trans } from '@lingui/react/macro'
import { LinkButton } from '../ui/button.tsx'
import { passkeyWallet, readPasskey } from './kept-passkey.ts'
import { useSession } from './session.tsx'

/** Before the first payment: an account with one passkey can be lost, and sends nothing by itself. */
export function PasskeyNotice() {
  const { walletId } = useSession()
  if (walletId !== passkeyWallet || readPasskey()?.isMade) return null
  return (
    <div className="grid justify-items-start gap-2 rounded-xl border border-slate bg-slate-soft p-4 text-sm">
      <p>
        <Trans>A lost passkey is a lost account until you add another.</Trans>{' '}
        <Trans>Add a wallet as a second owner before you are paid: it also moves what you earn.</Trans>
      </p>
      <LinkButton to="/profile" hash="passkey">
        <Trans>Add a wallet</Trans>
      </LinkButton>
    </div>
  )
}
