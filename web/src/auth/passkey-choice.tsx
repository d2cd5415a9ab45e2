import { FurrowError } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { sentenceOf } from '../service/sentence-of.ts'
import { Button } from '../ui/button.tsx'
import { readPasskey } from './kept-passkey.ts'
import type { Kept } from './kept-session.ts'

type PasskeyChoiceProps = {
  readonly chainId: number
  readonly community: string
  readonly statement: string
  /** Whether it is the first way in that is shown. */
  readonly isFirst: boolean
  onSignedIn(kept: Kept): void
}

type Way = 'own' | 'other' | 'new'

/** For people without a wallet: an account that the device itself opens. */
export function PasskeyChoice({ isFirst, onSignedIn, ...entering }: PasskeyChoiceProps) {
  const [busy, setBusy] = useState<Way | null>(null)
  const [error, setError] = useState<string>()
  const isKnown = readPasskey() !== null

  async function signIn(way: Way) {
    setBusy(way)
    setError(undefined)
    try {
      const { signInWithNew, signInWithOther, signInWithOwn } = await import('./passkeys.ts')
      const ways = { own: signInWithOwn, other: signInWithOther, new: signInWithNew }
      onSignedIn(await ways[way](entering))
    } catch (failure) {
      setError(
        failure instanceof FurrowError ? sentenceOf(failure) : t`The passkey was not used. Nothing happened.`,
      )
    } finally {
      setBusy(null)
    }
  }

  return (
    <div className={`grid gap-2 border-line ${isFirst ? 'border-b pb-4' : 'border-t pt-4'}`}>
      <Button
        variant={isFirst ? 'primary' : 'plain'}
        className="rounded-2xl"
        busy={busy === 'own'}
        disabled={busy !== null}
        onClick={() => signIn('own')}
      >
        <Trans>Continue with a passkey</Trans>
      </Button>
      {!isKnown && (
        <p className="text-sm text-muted">
          <Trans>
            Your device makes an account for you, which your fingerprint, face or PIN opens. It needs no
            wallet.
          </Trans>{' '}
          <strong>
            <Trans>A lost passkey is a lost account until you add another.</Trans>
          </strong>
        </p>
      )}
      <Button
        variant="quiet"
        busy={busy === 'other'}
        disabled={busy !== null}
        onClick={() => signIn('other')}
      >
        <Trans>I have a passkey of this site already</Trans>
      </Button>
      {isKnown && error && (
        <Button variant="quiet" busy={busy === 'new'} disabled={busy !== null} onClick={() => signIn('new')}>
          <Trans>Make a new passkey, for another account</Trans>
        </Button>
      )}
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
