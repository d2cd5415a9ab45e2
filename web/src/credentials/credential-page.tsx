import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AddressLink } from '../service/address-link.tsx'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { useConfig } from '../service/use-config.ts'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { Loading } from '../ui/states.tsx'
import { Download, StatusTag, Taken } from './credential-facts.tsx'

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
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading />
  const { farmer, questId, title } = data
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        {questId !== null && (
          <Link to="/quests/$id" params={{ id: questId }} className="text-lg font-semibold underline">
            <bdi>{title}</bdi>
          </Link>
        )}
        <StatusTag credential={data} />
      </div>
      {farmer !== null && (
        <p>
          <AddressLink address={farmer} />
        </p>
      )}
      <Taken credential={data} />
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
      <div>
        <Download credential={data} />
      </div>
    </Card>
  )
}
