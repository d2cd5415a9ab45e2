import type { Contest, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useSession } from '../../../auth/session.tsx'
import { furrow } from '../../../service/furrow.ts'
import { useConfig } from '../../../service/use-config.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { When } from '../../../ui/time.tsx'
import { SplitAccount } from '../../escrow/split-account.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { DisputeRanking, ResolveRanking } from './dispute-ranking.tsx'
import { Entries } from './entries.tsx'
import { OwnEntry } from './own-entry.tsx'
import { RankEntries } from './rank-entries.tsx'
import { RankingMade } from './ranking-made.tsx'
import { VoteOnEntries } from './vote-on-entries.tsx'

/** A contest on its page: when what happens, the own entry, all entries, and the ranking. */
export function ContestOfQuest({ quest, contest }: { quest: Quest; contest: Contest }) {
  const { address, ask } = useSession()
  const { platformWallet } = useConfig()
  const isGiver = sameAddress(address, quest.giver)
  const { stage } = contest
  const isUnfunded = quest.funding.status === 'unfunded'
  const mayEnter = stage === 'entries' && !isUnfunded
  return (
    <Section className="grid gap-5">
      <h2 className="text-xl font-semibold">
        <Trans>The contest</Trans>
      </h2>
      <Prizes contest={contest} token={quest.rewardToken} />
      <Times contest={contest} />
      {isGiver && contest.entries === 0 && stage !== 'decided' && <Cancel id={quest.id} />}
      {isUnfunded && stage === 'entries' && (
        <p>
          <Trans>Entries are taken once the giver has paid the prizes into the escrow contract.</Trans>
        </p>
      )}
      {mayEnter && address === null && (
        <div>
          <Button variant="primary" onClick={ask}>
            <Trans>Sign in to enter</Trans>
          </Button>
        </div>
      )}
      {mayEnter && address !== null && !isGiver && (
        <OwnEntry key={address} id={quest.id} address={address} isSealed={contest.sealed} />
      )}
      {stage === 'ranking' && isGiver && contest.rankBy === 'giver' && (
        <RankEntries quest={quest} contest={contest} />
      )}
      {stage === 'ranking' && address !== null && contest.rankBy === 'votes' && (
        <VoteOnEntries key={address} id={quest.id} address={address} contest={contest} />
      )}
      {stage === 'paying' && <Paying quest={quest} />}
      <PrizeAccount quest={quest} />
      <RankingMade contest={contest} token={quest.rewardToken} />
      {stage === 'ranked' && address !== null && !isGiver && <DisputeRanking quest={quest} />}
      {stage === 'disputed' && sameAddress(address, platformWallet) && (
        <>
          <ResolveRanking quest={quest} />
          <RankEntries quest={quest} contest={contest} anew />
        </>
      )}
      <Entries id={quest.id} contest={contest} />
    </Section>
  )
}

/** One payment of the contract pays all prizes. */
function Paying({ quest: { farmers } }: { quest: Quest }) {
  const ends = farmers.find(({ status }) => status === 'in-review')?.reviewEndsAt
  return (
    <p>
      <Trans>
        The prizes are fixed. The escrow contract pays all of them together to an account that gives each
        winner their part, and nobody else anything.
      </Trans>{' '}
      {ends && (
        <Trans>
          The giver can dispute that payment until <When at={ends} />.
        </Trans>
      )}
    </p>
  )
}

/** The first winner's place stands for the payment, and has its account. */
function PrizeAccount({ quest }: { quest: Quest }) {
  const lead = quest.farmers.find(({ split }) => split !== undefined)
  if (lead?.split === undefined) return null
  return (
    <SplitAccount quest={quest} farmer={lead} summary={<Trans>The account of the prizes</Trans>}>
      <Trans>Pay out what the account has</Trans>
    </SplitAccount>
  )
}

function Prizes({ contest, token }: { contest: Contest; token: string }) {
  return (
    <ol className="grid gap-1">
      {contest.prizes.map((prize, index) => {
        const number = index + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: prizes have no other name
          <li key={index} className="flex flex-wrap items-baseline gap-x-3">
            <span className="text-muted">
              <Trans>Prize {number}</Trans>
            </span>
            <Amount amount={prize} token={token} />
          </li>
        )
      })}
    </ol>
  )
}

function Times({ contest }: { contest: Contest }) {
  const { entries, entriesUntil, decideUntil, dispute, maxEntries, rankBy, ranking, sealed, stage } = contest
  return (
    <ul className="grid gap-1 text-sm">
      <li>
        <Plural value={entries} _0="No entry yet" one="One entry" other="# entries" />{' '}
        <span className="text-muted">
          <Trans>of {maxEntries} at most</Trans>
        </span>
      </li>
      <li>
        {stage === 'entries' ? (
          <Trans>
            Entries are taken until <When at={entriesUntil} />.
          </Trans>
        ) : (
          <Trans>
            Entries were taken until <When at={entriesUntil} />.
          </Trans>
        )}
      </li>
      {sealed && stage === 'entries' && (
        <li>
          <Trans>
            Until then only its author reads an entry. It is encrypted at rest, and not end to end: the
            service holds the key.
          </Trans>
        </li>
      )}
      {(stage === 'entries' || stage === 'ranking') && rankBy === 'votes' && (
        <li>
          <Trans>
            Members of the community vote on them until <When at={decideUntil} />. With too few votes the
            prizes are paid in equal parts among all entries.
          </Trans>
        </li>
      )}
      {(stage === 'entries' || stage === 'ranking') && rankBy === 'giver' && (
        <li>
          <Trans>
            The giver ranks them until <When at={decideUntil} />. Without a ranking the prizes are paid in
            equal parts among all entries.
          </Trans>
        </li>
      )}
      {stage === 'ranked' && ranking && (
        <li>
          <Trans>
            Entrants can dispute the ranking until <When at={ranking.disputableUntil} />. Then it holds.
          </Trans>
        </li>
      )}
      {dispute && (
        <li>
          <Trans>
            The ranking is disputed. Without a decision it holds <When at={dispute.endsAt} />.
          </Trans>
        </li>
      )}
    </ul>
  )
}

function Cancel({ id }: { id: string }) {
  const cancel = useQuestAct(() => furrow.quests.cancel(id), t`The contest is cancelled.`)
  return (
    <div>
      <ConfirmButton
        busy={cancel.isPending}
        question={t`Nobody has entered. The prizes go back to you.`}
        onConfirm={() => cancel.mutate()}
      >
        <Trans>Cancel the contest</Trans>
      </ConfirmButton>
    </div>
  )
}
