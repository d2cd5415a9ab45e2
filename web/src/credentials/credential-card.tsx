import type { Credential } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'

/** A credential with its status, its signed text to download, and the link by which others check it. */
export function CredentialCard({ credential }: { credential: Credential }) {
  const { form, id, issuedAt, questId, reward, status, title, url } = credential
  const isSigned = credential.jwt !== null || credential.attestation !== null
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        {questId === null ? (
          <span className="text-lg font-semibold">
            <Trans>Nothing is told of its quest any more</Trans>
          </span>
        ) : (
          <Link to="/quests/$id" params={{ id: questId }} className="text-lg font-semibold underline">
            <bdi>{title}</bdi>
          </Link>
        )}
        <Tag tone={status === 'valid' ? 'moss' : 'danger'}>{status === 'valid' ? t`Valid` : t`Revoked`}</Tag>
        <Tag>{form === 'badge' ? t`Open Badge` : t`Attestation`}</Tag>
        {reward && (
          <Tag>
            <Trans>with the reward</Trans>
          </Tag>
        )}
      </div>
      <p className="text-sm text-muted">
        <Trans>
          Taken <When at={issuedAt} />
        </Trans>
      </p>
      <Revoked credential={credential} />
      <div className="flex flex-wrap gap-2">
        {isSigned && (
          <Button onClick={() => save(credential)}>
            <Trans>Download</Trans>
          </Button>
        )}
        <CopyButton text={url}>{t`Copy the link to check it`}</CopyButton>
        <Link to="/credentials/{-$credential}" params={{ credential: id }} className="self-center underline">
          <Trans>What others see</Trans>
        </Link>
      </div>
    </Card>
  )
}

export function Revoked({ credential: { revokedFor } }: { credential: Credential }) {
  if (revokedFor === null) return null
  return (
    <p>
      {revokedFor === 'payment' ? (
        <Trans>The chain took the payment back. It does not hold any more.</Trans>
      ) : (
        <Trans>Its farmer has left. It does not hold any more.</Trans>
      )}
    </p>
  )
}

/** A badge is the JWT alone, as wallets of badges take it. */
export function save({ attestation, id, jwt }: Credential): void {
  if (jwt !== null) saveFile(new Blob([jwt], { type: 'application/vc+jwt' }), `${id}.jwt`)
  else
    saveFile(new Blob([JSON.stringify(attestation, null, 2)], { type: 'application/json' }), `${id}.eas.json`)
}
