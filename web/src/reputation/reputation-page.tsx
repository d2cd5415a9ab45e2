import type { Reputation } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { AddressLink } from '../service/address-link.tsx'
import { Face } from '../service/face.tsx'
import { Failed } from '../service/failed.tsx'
import { Page } from '../ui/page.tsx'
import { rankWord } from '../ui/rank-word.ts'
import { Section } from '../ui/section.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { BadgeList } from './badge-list.tsx'
import { Dial } from './dial.tsx'
import { Events } from './events.tsx'
import { PointsChart } from './points-chart.tsx'
import { Reviews } from './reviews.tsx'
import { useReputation } from './use-reputation.ts'
import { useTitles } from './use-titles.ts'

const route = getRouteApi('/reputation/$address')

export function ReputationPage() {
  const { address } = route.useParams()
  const { data, error, refetch } = useReputation(address)
  const titles = useTitles(address)
  return (
    <Page
      title={t`Reputation`}
      lead={
        data && (
          <span className="mt-1 flex items-center gap-2">
            <Trans>
              <Face address={data.address} size={28} /> of <AddressLink address={data.address} pictured />
            </Trans>
          </span>
        )
      }
    >
      {data && titles ? (
        <ReputationView known={data} titles={titles} />
      ) : error ? (
        <Failed error={error} retry={refetch} />
      ) : (
        <Loading label={t`Loading the reputation`} />
      )}
    </Page>
  )
}

type ReputationViewProps = {
  readonly known: Reputation
  readonly titles: ReadonlyMap<string, string>
}

function ReputationView({ known: { reputation, farmerProfile, badges }, titles }: ReputationViewProps) {
  const { benevolenceScore, history, reviewsReceived } = reputation
  const rank = rankWord(farmerProfile.rank)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[20rem_1fr]">
      <div className="grid gap-6 lg:sticky lg:top-24">
        <Section className="grid gap-4">
          <h2 className="text-xl font-semibold">
            <Trans>Benevolence</Trans>
          </h2>
          <Dial score={benevolenceScore} />
          <p className="text-sm text-muted">
            <Trans>
              From 0 to 100, out of the ratings of others. Everyone begins at 50; a lost dispute takes 5.
            </Trans>
          </p>
        </Section>
        <Section className="grid gap-3">
          <h2 className="text-xl font-semibold">
            <Trans>Badges</Trans>
          </h2>
          <BadgeList badges={badges} />
        </Section>
      </div>
      <div className="grid min-w-0 gap-6">
        {history.length === 0 ? (
          <Empty title={t`There are no points yet.`}>
            <Trans>
              Points come with work that counts and with reviews. This season&apos;s rank is {rank}.
            </Trans>
          </Empty>
        ) : (
          <>
            <PointsChart history={history} />
            <Events history={history} titles={titles} />
          </>
        )}
        <Reviews reviews={reviewsReceived} titles={titles} />
      </div>
    </div>
  )
}
