import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { SignedIn, useSession } from '../auth/session.tsx'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { useConfig } from '../service/use-config.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CheckedForm } from '../ui/checked-form.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { rows } from '../ui/section.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { CredentialCard } from './credential-card.tsx'
import { CredentialPage } from './credential-page.tsx'

const route = getRouteApi('/credentials/{-$credential}')
const keys = [['credentials']]

/** One credential as anybody sees it; without an id their own, and the taking of one for the work of a quest. */
export function CredentialsPage() {
  const { quest } = route.useSearch()
  const { credential } = route.useParams()
  if (credential !== undefined) return <CredentialPage id={credential} />
  return (
    <Page
      title={t`Credentials`}
      lead={t`Signed proofs of your paid work, for other places. Nobody sees one unless you show it.`}
    >
      <SignedIn reason={t`Sign in to see your credentials.`}>
        {quest !== undefined && <Take questId={quest} />}
        <Own />
      </SignedIn>
    </Page>
  )
}

function Take({ questId }: { questId: string }) {
  const forms = useConfig()?.credentials?.forms ?? []
  const [form, setForm] = useState<'badge' | 'attestation'>('badge')
  const [reward, setReward] = useState(false)
  const take = useAct(() => furrow.credentials.take({ questId, form, reward }), {
    done: t`It is yours. Download it below.`,
    invalidate: keys,
  })
  return (
    <Card>
      <CheckedForm className="grid gap-5" onSubmit={() => take.mutate()}>
        <p>{says}</p>
        {forms.length > 1 && (
          <Field label={t`Form`}>
            {bound => (
              <Select
                {...bound}
                value={form}
                onChange={event => setForm(event.target.value as 'badge' | 'attestation')}
              >
                <option value="badge">{t`Open Badge (a verifiable credential)`}</option>
                <option value="attestation">{t`Attestation for EAS`}</option>
              </Select>
            )}
          </Field>
        )}
        <label className="flex items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-moss"
            checked={reward}
            onChange={event => setReward(event.target.checked)}
          />
          <Trans>It says the amount and the token too</Trans>
        </label>
        <div>
          <Button type="submit" variant="primary" busy={take.isPending}>
            <Trans>Take the credential</Trans>
          </Button>
        </div>
      </CheckedForm>
    </Card>
  )
}

const says = t`It says what the quest’s page shows everybody: title, repository, pull request, giver and dates, and your address.`

/** A first visitor has never seen one. */
function About() {
  const points: readonly (readonly [string, string])[] = [
    [t`What it says`, says],
    [t`Who sees it`, t`Those to whom you give the file or its address, and nobody else.`],
    [
      t`How others check it`,
      t`It is signed, so that they see who issued it, and this service says whether it still stands.`,
    ],
  ]
  return (
    <dl className={rows}>
      {points.map(([term, text]) => (
        <div key={term} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="font-semibold">{term}</dt>
          <dd className="text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A page of them is enough for most; the others are in the export. */
const most = '100'

function Own() {
  const { address } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['credentials', address],
    queryFn: () => furrow.credentials.own({ limit: most }),
  })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading />
  if (data.items.length === 0)
    return (
      <>
        <Empty title={t`You have none yet.`}>
          <p>
            <Trans>You take one on the page of a quest whose paid work a merge proves.</Trans>
          </p>
          <LinkButton to="/quests" className="mt-4">
            <Trans>Find work</Trans>
          </LinkButton>
        </Empty>
        <About />
      </>
    )
  return (
    <ul className="grid gap-4">
      {data.items.map(credential => (
        <li key={credential.id}>
          <CredentialCard credential={credential} />
        </li>
      ))}
    </ul>
  )
}
