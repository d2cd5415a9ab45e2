import type { ProposalDetails } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useSession } from '../auth/session.tsx'
import { ReportButton } from '../moderation/report-button.tsx'
import { ReportableText } from '../moderation/reportable-text.tsx'
import { AddressLink } from '../service/address-link.tsx'
import { Failed } from '../service/failed.tsx'
import { base, furrow } from '../service/furrow.ts'
import { useConfig } from '../service/use-config.ts'
import { sameAddress } from '../ui/address.ts'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { Loading } from '../ui/states.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { ActionCard } from './action-card.tsx'
import { BallotCard } from './ballot-card.tsx'
import { CastVote } from './cast-vote.tsx'
import { PayCard } from './pay-card.tsx'
import { ProposalTag } from './proposal-tag.tsx'

const route = getRouteApi('/community-dao/proposals/$id')

export function ProposalPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['community-dao', 'proposal', id],
    queryFn: () => furrow.communityDao.proposal(id),
    // Others vote while the page is open.
    refetchInterval: ({ state }) => (state.data?.ballot?.state === 'closed' ? 60_000 : 5_000),
  })
  if (error && !data)
    return (
      <Page title={t`Proposal`}>
        <Failed error={error} retry={refetch} />
      </Page>
    )
  return data ? <ProposalView proposal={data} /> : <Loading label={t`Loading the proposal`} />
}

function ProposalView({ proposal }: { proposal: ProposalDetails }) {
  const { ballot, category, createdAt, description, id, pay, payout, proposer, title } = proposal
  const { address } = useSession()
  const { genesisCreator } = useConfig()
  const vetoes = sameAddress(address, genesisCreator)
  return (
    <Page
      title={title}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <ProposalTag proposal={proposal} />
          <Tag>
            <bdi>{category}</bdi>
          </Tag>
          <span>
            <Trans>
              proposed <When at={createdAt} /> by <AddressLink address={proposer} />
            </Trans>
          </span>
        </span>
      }
      actions={<ReportButton kind="proposal" id={id} owner={proposer} />}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_23rem]">
        <Section className="min-w-0">
          <ReportableText text={description} author={proposer} />
        </Section>
        <div className="grid min-w-0 gap-6">
          {ballot === null ? (
            <p className="text-sm text-muted">
              <Trans>The Genesis Creator decides this one: it has no vote.</Trans>
            </p>
          ) : (
            <>
              <BallotCard ballot={ballot} />
              <CastVote id={id} ballot={ballot} />
              {ballot.action && <ActionCard id={id} ballot={ballot} vetoes={vetoes} />}
              {pay && payout && <PayCard id={id} ballot={ballot} pay={pay} payout={payout} vetoes={vetoes} />}
              {(ballot.tally === 'live' || ballot.state === 'closed') && (
                <p className="text-sm text-muted">
                  <Trans>
                    <a
                      className="underline"
                      href={`${base}/community-dao/votes/export?proposal=${encodeURIComponent(id)}`}
                      download
                    >
                      Download all votes
                    </a>{' '}
                    with their signatures: anyone can count them anew.
                  </Trans>
                </p>
              )}
            </>
          )}
          <Link to="/community-dao" className="text-sm underline">
            <Trans>All proposals</Trans>
          </Link>
        </div>
      </div>
    </Page>
  )
}
