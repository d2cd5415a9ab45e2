import type { Credential } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Tag } from '../ui/tag.tsx'
import { Download, StatusTag, Taken } from './credential-facts.tsx'

/** A credential with its status, its signed text to download, and the link by which others check it. */
export function CredentialCard({ credential }: { credential: Credential }) {
  const { form, id, questId, reward, title, url } = credential
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
        <StatusTag credential={credential} />
        <Tag>{form === 'badge' ? t`Open Badge` : t`Attestation`}</Tag>
        {reward && (
          <Tag>
            <Trans>with the reward</Trans>
          </Tag>
        )}
      </div>
      <Taken credential={credential} />
      <div className="flex flex-wrap gap-2">
        <Download credential={credential} />
        <CopyButton text={url}>{t`Copy the link to check it`}</CopyButton>
        <Link to="/credentials/{-$credential}" params={{ credential: id }} className="self-center underline">
          <Trans>What others see</Trans>
        </Link>
      </div>
    </Card>
  )
}
