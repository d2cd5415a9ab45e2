import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AddressLink } from '../service/address-link.tsx'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { useConfig } from '../service/use-config.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { Loading } from '../ui/states.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { Revoked, save } from './credential-card.tsx'

/** A credential as anybody sees it who was given the link. */
export function CredentialPage({ id }: { id: string }) {
  return (
    <Page title={t`A credential`} lead={t`A signed proof of paid work, and whether it still holds.`}>
      <Shown id={id} />
    </Page>
  )
}

function Shown({ id }: { id: string }) {
  const did = useConfig()?.credentials?.did
  const { data, error, refetch } = useQuery({
    queryKey: ['credentials', 'one', id],
    queryFn: () => furrow.credentials.get(id),
  })
  if (error) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading />
  const { farmer, issuedAt, questId, status, title } = data
  const isSigned = data.jwt !== null || data.attestation !== null
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        {questId !== null && (
          <Link to="/quests/$id" params={{ id: questId }} className="text-lg font-semibold underline">
            <bdi>{title}</bdi>
          </Link>
        )}
        <Tag tone={status === 'valid' ? 'moss' : 'danger'}>{status === 'valid' ? t`Valid` : t`Revoked`}</Tag>
      </div>
      {farmer !== null && (
        <p>
          <AddressLink address={farmer} />
        </p>
      )}
      <p className="text-sm text-muted">
        <Trans>
          Taken <When at={issuedAt} />
        </Trans>
      </p>
      <Revoked credential={data} />
      {did !== undefined && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          <Trans>
            Signed by <code>{did}</code>. Whoever does not trust this page checks the signature by the keys of
            that name.
          </Trans>{' '}
          <a href="/docs/credentials" className="underline">
            <Trans>How to check it</Trans>
          </a>
        </p>
      )}
      {isSigned && (
        <div>
          <Button onClick={() => save(data)}>
            <Trans>Download</Trans>
          </Button>
        </div>
      )}
    </Card>
  )
}
