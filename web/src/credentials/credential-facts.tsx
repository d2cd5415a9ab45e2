import type { Credential } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'

type Of = { credential: Credential }

export function StatusTag({ credential: { status } }: Of) {
  return <Tag tone={status === 'valid' ? 'moss' : 'danger'}>{status === 'valid' ? t`Valid` : t`Revoked`}</Tag>
}

/** When it was taken, and why it does not hold any more. */
export function Taken({ credential: { issuedAt, revokedFor } }: Of) {
  return (
    <>
      <p className="text-sm text-muted">
        <Trans>
          Taken <When at={issuedAt} />
        </Trans>
      </p>
      {revokedFor !== null && (
        <p>
          {revokedFor === 'payment' ? (
            <Trans>The chain took the payment back. It does not hold any more.</Trans>
          ) : (
            <Trans>Its farmer has left. It does not hold any more.</Trans>
          )}
        </p>
      )}
    </>
  )
}

/** Nothing where the credential has no signed text any more. */
export function Download({ credential }: Of) {
  if (credential.jwt === null && credential.attestation === null) return null
  return (
    <Button onClick={() => save(credential)}>
      <Trans>Download</Trans>
    </Button>
  )
}

/** A badge is the JWT alone, as wallets of badges take it. */
function save({ attestation, id, jwt }: Credential): void {
  if (jwt !== null) saveFile(new Blob([jwt], { type: 'application/vc+jwt' }), `${id}.jwt`)
  else
    saveFile(new Blob([JSON.stringify(attestation, null, 2)], { type: 'application/json' }), `${id}.eas.json`)
}
