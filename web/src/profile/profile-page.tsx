import { FurrowError, type Profile, type Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../auth/session.tsx'
import { SignOutEverywhere } from '../auth/sign-out-everywhere.tsx'
import { locale } from '../language/i18n.ts'
import { HiddenNotice } from '../moderation/notices.tsx'
import { ReportButton } from '../moderation/report-button.tsx'
import { InviteButton } from '../quests/invite-button.tsx'
import { QuestRow } from '../quests/quest-card.tsx'
import { ThanksOf } from '../quests/thanks/thanks-of.tsx'
import { BadgeList } from '../reputation/badge-list.tsx'
import { useReputation } from '../reputation/use-reputation.ts'
import { FaceWith } from '../service/face.tsx'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { shownName } from '../service/shown-name.ts'
import { useConfig } from '../service/use-config.ts'
import { sameAddress, shortAddress } from '../ui/address.ts'
import { LinkButton } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { percentOf } from '../ui/percent.ts'
import { quoted } from '../ui/quoted.ts'
import { rankWord } from '../ui/rank-word.ts'
import { Rating } from '../ui/rating.tsx'
import { rows } from '../ui/section.tsx'
import { SkillList } from '../ui/skill-list.tsx'
import { Loading } from '../ui/states.tsx'
import { Tag } from '../ui/tag.tsx'
import { bookedOf, paymentFigures } from './payment-figures.tsx'
import { Standing } from './standing.tsx'

const route = getRouteApi('/profile/$address')
const figures = new Intl.NumberFormat(locale)

/** The public profile of an address. */
export function ProfilePage() {
  const { address } = route.useParams()
  const { address: reader } = useSession()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['profile', address.toLowerCase()],
    queryFn: () => furrow.profile.get(address),
  })
  const standing = useReputation(address)
  const given = useQuestsOf(address, 'giver')
  const taken = useQuestsOf(address, 'farmer')
  // All are asked at once, and each is drawn once those above it are there: nothing moves under the reader.
  const waiting = [isPending, taken.isPending, given.isPending, standing.isPending].indexOf(true)
  const [hasTaken, hasGiven, hasStanding] = [1, 2, 3].map(part => waiting === -1 || waiting > part)
  const unknown = error instanceof FurrowError && error.status === 404
  const own = sameAddress(reader, address)
  return (
    <Page
      title={titleOf(data, address)}
      lead={<span className="text-sm tabular-nums [overflow-wrap:anywhere]">{data?.address ?? address}</span>}
      actions={
        own ? (
          <>
            <LinkButton to="/profile" variant="primary">
              <Trans>Edit your profile</Trans>
            </LinkButton>
            <SignOutEverywhere />
          </>
        ) : (
          <>
            <InviteButton farmer={address} />
            <LinkButton to="/thanks">
              <Trans>Thank for work</Trans>
            </LinkButton>
            <LinkButton to="/mail/new" search={{ to: address }}>
              <Trans>Write a letter</Trans>
            </LinkButton>
            {(data || unknown) && (
              <ReportButton
                key={address}
                kind={unknown ? 'wallet' : 'profile'}
                id={address}
                owner={address}
              />
            )}
          </>
        )
      }
    >
      {isPending && <Loading label={t`Loading the profile`} />}
      {error && !data && !unknown && <Failed error={error} retry={refetch} />}
      {data?.hidden && (
        <HiddenNotice hidden={data.hidden} isOwn={own}>
          <Trans>Others see your address alone. You see all that you wrote.</Trans>
        </HiddenNotice>
      )}
      {data && <About profile={data} />}
      {unknown && (
        <p className="text-muted">
          <Trans>This address has not written a profile.</Trans>
        </p>
      )}
      {hasTaken && <Quests quests={finishedFirst(taken.data?.items, address)} title={t`Quests taken`} />}
      {hasGiven && <Quests quests={given.data?.items} title={t`Quests given`} listOf={address} />}
      {hasGiven && <ThanksOf address={address} kind="received" />}
      {hasGiven && <ThanksOf address={address} kind="given" />}
      {hasGiven && data && <Record profile={data} />}
      {hasStanding && <Standing address={address} />}
      {hasStanding && data && data.badges.length > 0 && <Badges badges={data.badges} />}
    </Page>
  )
}

/** A name that nothing proves is marked in the heading and in the tab too. */
function titleOf(profile: Profile | undefined, address: string): string {
  if (profile === undefined) return shortAddress(address)
  const { codehostUsername, codehostVerified, displayName, ensAddress, ensVerified } = profile
  const account = codehostVerified && codehostUsername !== null ? `@${codehostUsername}` : null
  const shown = shownName({
    name: ensVerified ? ensAddress : (account ?? ensAddress),
    nameVerified: ensVerified === true || account !== null,
    ...(displayName !== undefined && { displayName }),
  })
  if (shown === null) return shortAddress(address)
  const { name, kind } = shown
  if (kind === 'proved') return name
  return kind === 'chosen' ? quoted(name) : t`${name} (claimed)`
}

/** The work that they are known by: what was paid comes before what is under way. */
function finishedFirst(quests: readonly Quest[] = [], farmer: string): readonly Quest[] {
  const isPaid = ({ farmers }: Quest) =>
    farmers.some(({ address, status }) => status === 'released' && sameAddress(address, farmer))
  return quests.toSorted((a, b) => Number(isPaid(b)) - Number(isPaid(a)))
}

function About({ profile }: { profile: Profile }) {
  const { farmerProfile: farmer, codehostUsername } = profile
  const { guild } = farmer
  const { title } = profile.genesisDAO
  return (
    <div className="flex flex-wrap items-center gap-5 border-y border-line py-5">
      <FaceWith picture={profile.picture} address={profile.address} size={80} />
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap gap-2">
          <Tag tone="moss">{rankWord(farmer.rank)}</Tag>
          {guild && (
            <Tag tone="soil">
              <span>
                <Trans>
                  Guild: <bdi>{guild}</bdi>
                </Trans>
              </span>
            </Tag>
          )}
          {profile.genesisDAO.isMember && (
            <Tag tone="soil">
              <span>
                {title ? (
                  <Trans>
                    DAO: <bdi>{title}</bdi>
                  </Trans>
                ) : (
                  <Trans>DAO: member</Trans>
                )}
              </span>
            </Tag>
          )}
          {codehostUsername && (
            <Tag tone={profile.codehostVerified ? 'moss' : 'plain'}>
              <span>
                {profile.codehostVerified ? (
                  <Trans>
                    <bdi>{codehostUsername}</bdi> ✓ proved
                  </Trans>
                ) : (
                  <Trans>
                    <bdi>{codehostUsername}</bdi> (claimed)
                  </Trans>
                )}
              </span>
            </Tag>
          )}
        </div>
        {farmer.bio && (
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {farmer.bio}
          </p>
        )}
        <SkillList skills={farmer.skills} />
      </div>
      <Foremost profile={profile} />
    </div>
  )
}

/** The one figure that says most of somebody: finished work, or else work that they paid for. */
function Foremost({ profile: { farmerProfile: farmer, giverProfile: giver } }: { profile: Profile }) {
  const isFarmer = farmer.questsCompleted > 0 || giver.questsCompleted === 0
  const count = isFarmer ? farmer.questsCompleted : giver.questsCompleted
  return (
    <p className="grid max-sm:w-full sm:text-right">
      <span className="text-5xl font-semibold text-soil tabular-nums">{figures.format(count)}</span>
      <span className="text-sm text-muted">{isFarmer ? t`Quests completed` : t`Work released`}</span>
    </p>
  )
}

function Record({ profile }: { profile: Profile }) {
  const config = useConfig()
  const { farmerProfile: farmer, giverProfile: giver } = profile
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Figures
        title={t`As a farmer`}
        figures={[
          [t`Score this season`, figures.format(farmer.score)],
          [t`Quests completed`, figures.format(farmer.questsCompleted)],
          [t`Quests accepted`, figures.format(farmer.questsAccepted)],
          [t`Rating`, farmer.rating === null ? t`none yet` : <Rating key="r" value={farmer.rating} />],
          ...bookedOf(farmer.proved, farmer.recorded, config),
        ]}
      />
      <Figures
        title={t`As a giver`}
        figures={[
          ...(giver.organization
            ? ([[t`Organization`, <bdi key="o">{giver.organization}</bdi>]] as const)
            : []),
          ...(giver.website ? ([[t`Website`, <Site key="w" url={giver.website} />]] as const) : []),
          [t`Quests posted`, figures.format(giver.questsPosted)],
          [t`Work released`, figures.format(giver.questsCompleted)],
          [t`Rating`, giver.rating === null ? t`none yet` : <Rating key="r" value={giver.rating} />],
          ...bookedOf(giver.proved, giver.recorded, config),
          ...(giver.paidRate === null
            ? []
            : ([[t`Share of work released`, percentOf(giver.paidRate)]] as const)),
          ...paymentFigures(giver),
        ]}
      />
    </div>
  )
}

function Badges({ badges }: Pick<Profile, 'badges'>) {
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <h2 className="text-xl font-semibold">
        <Trans>Badges</Trans>
      </h2>
      <BadgeList badges={badges} className="sm:grid-cols-2 lg:grid-cols-3" />
    </section>
  )
}

function Figures({ title, figures }: { title: string; figures: readonly (readonly [string, ReactNode])[] }) {
  return (
    <section className="grid content-start gap-3 border-t border-line pt-5">
      <h2 className="text-xl font-semibold">{title}</h2>
      <dl className="grid grid-cols-[fit-content(62%)_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm [&_dd]:text-right [&_dt]:text-muted [&_dt]:[overflow-wrap:anywhere]">
        {figures.map(([name, figure]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Site({ url }: { url: string }) {
  return (
    <a href={url} className="underline" rel="noreferrer nofollow ugc">
      {url.replace(/^https?:\/\//, '')}
    </a>
  )
}

function useQuestsOf(address: string, as: 'giver' | 'farmer') {
  return useQuery({
    queryKey: ['quests', as, address.toLowerCase()],
    queryFn: () => furrow.quests.list({ [as]: address, limit: '12' }),
  })
}

type QuestsProps = { quests: readonly Quest[] | undefined; title: string; listOf?: string }

function Quests({ quests = [], title, listOf }: QuestsProps) {
  if (quests.length === 0) return null
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl font-semibold">{title}</h2>
      <ul className={rows}>
        {quests.map(quest => (
          <QuestRow key={quest.id} quest={quest} listOf={listOf} />
        ))}
      </ul>
    </section>
  )
}
