import { FurrowError } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { sentenceOf } from '../service/sentence-of.ts'
import { useConfig } from '../service/use-config.ts'
import { Button } from '../ui/button.tsx'
import { CheckedForm } from '../ui/checked-form.tsx'
import { community } from '../ui/community.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { passkeyWallet } from './kept-passkey.ts'
import { type Kept, keptFrom } from './kept-session.ts'
import { signerOf } from './message-signer.ts'
import { PasskeyChoice } from './passkey-choice.tsx'
import { isPhone, walletApps } from './wallet-apps.ts'
import { askAccount, useWallets, type Wallet, walletSentence } from './wallets.ts'

const betaKey = 'furrow.beta'

type SignInDialogProps = { onClose: () => void; onSignedIn: (kept: Kept) => void }

export function SignInDialog({ onClose, onSignedIn }: SignInDialogProps) {
  const { beta, passkeys } = useConfig()
  const [invited, setInvited] = useState(!beta || localStorage.getItem(betaKey) === 'yes')
  const hasWallet = useWallets().some(({ id }) => id !== passkeyWallet)
  const takesPasskeys = passkeys && 'PublicKeyCredential' in window
  const description = takesPasskeys
    ? t`With a wallet or a passkey, which signs a message. It costs nothing and moves nothing.`
    : t`Your wallet signs a message. It costs nothing and moves nothing.`
  // The quickest way in comes first: without a wallet here, that is the passkey.
  const passkeyFirst = takesPasskeys && !hasWallet
  const passkey = takesPasskeys && (
    <PasskeyChoice
      chainId={passkeys.chainId}
      community={community.name}
      statement={statement()}
      isFirst={!hasWallet}
      onSignedIn={onSignedIn}
    />
  )
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={invited ? t`Sign in` : t`A beta code, please`}
      description={invited ? description : t`This community lets people in by invitation.`}
    >
      {invited && passkeyFirst && passkey}
      {invited ? <WalletList onSignedIn={onSignedIn} /> : <BetaForm onValid={() => setInvited(true)} />}
      {invited && !passkeyFirst && passkey}
    </Dialog>
  )
}

function BetaForm({ onValid }: { onValid: () => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit() {
    setBusy(true)
    try {
      const { valid } = await furrow.checkBetaCode(code.trim())
      if (valid) {
        localStorage.setItem(betaKey, 'yes')
        onValid()
      } else setError(t`This code is not valid. Look at it again, or ask who invited you.`)
    } catch (failure) {
      setError(sentenceOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <CheckedForm onSubmit={submit} className="grid gap-4">
      <Field label={t`Beta code`} error={error}>
        {bound => (
          <Input
            {...bound}
            value={code}
            required
            maxLength={200}
            autoComplete="one-time-code"
            onChange={event => setCode(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={busy}>
        <Trans>Continue</Trans>
      </Button>
    </CheckedForm>
  )
}

function WalletList({ onSignedIn }: { onSignedIn: (kept: Kept) => void }) {
  const wallets = useWallets().filter(({ id }) => id !== passkeyWallet)
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string>()

  async function signIn(wallet: Wallet) {
    setBusy(wallet.id)
    setError(undefined)
    try {
      onSignedIn(await signInWith(wallet))
    } catch (failure) {
      setError(failure instanceof FurrowError ? sentenceOf(failure) : walletSentence(failure))
    } finally {
      setBusy(null)
    }
  }

  if (wallets.length === 0 && isPhone()) return <WalletApps />
  if (wallets.length === 0)
    return (
      <p className="text-muted">
        <Trans>
          There is no wallet in this browser. Install one, such as{' '}
          <a className="underline" href="https://ethereum.org/wallets/find-wallet/" rel="noreferrer">
            one of these
          </a>
          , and open this page again.
        </Trans>
      </p>
    )
  return (
    <div className="grid gap-2">
      {wallets.map(wallet => (
        <Button
          key={wallet.id}
          className="justify-start rounded-2xl"
          busy={busy === wallet.id}
          disabled={busy !== null}
          onClick={() => signIn(wallet)}
        >
          {wallet.icon && <img src={wallet.icon} alt="" className="size-7 rounded-lg" />}
          {wallet.name}
        </Button>
      ))}
      {busy && (
        <p className="text-sm text-muted">
          <Trans>Look at your wallet: it asks you to sign.</Trans>
        </p>
      )}
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** On a phone the wallet is an app with a browser of its own, where this page finds it. */
function WalletApps() {
  return (
    <div className="grid gap-3">
      <p className="text-muted">
        <Trans>Open this page in your wallet’s own browser, and sign in there.</Trans>
      </p>
      <ul className="grid gap-2">
        {walletApps(location.href).map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              rel="noreferrer"
              className="flex min-h-11 items-center rounded-2xl border border-line px-4 font-semibold hover:bg-moss-soft"
            >
              <Trans>Open in {name}</Trans>
            </a>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        <Trans>No wallet yet? Each of these apps makes one for you.</Trans>
      </p>
    </div>
  )
}

async function signInWith(wallet: Wallet): Promise<Kept> {
  const address = await askAccount(wallet)
  const signer = await signerOf(wallet, address)
  const token = await furrow.signIn(signer, { statement: statement() })
  return keptFrom({ address, token, walletId: wallet.id })
}

const statement = () => `Sign in to ${signable(community.name)}.`

/** The signed sentence has ASCII letters alone (EIP-4361). */
function signable(name: string): string {
  return /^[A-Za-z0-9 .,:!?&'()+-]+$/.test(name) ? name : 'this community'
}
