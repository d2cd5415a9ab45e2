import type { Backer, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../../auth/session.tsx'
import { AddressLink } from '../../../service/address-link.tsx'
import { useCardsOf } from '../../../service/cards.ts'
import { Face } from '../../../service/face.tsx'
import { useConfig } from '../../../service/use-config.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Amount, plainAmount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Tag, type Tone } from '../../../ui/tag.tsx'
import { AddDialog } from './add-dialog.tsx'
import { isOwedBy, mayAdd, mayStop, ownAddition } from './may-add.ts'
import { OwnPart } from './own-part.tsx'
import { StopButton } from './stop-button.tsx'

/** Shown at first, of many. */
const few = 5

/** Those who add to the reward with their sums, and all that the reader can do about it: add, end it, object, pay. */
export function BackersOfQuest({ quest }: { quest: Quest }) {
  const { address, ask } = useSession()
  const { backers = [] } = quest
  const own = ownAddition(quest, address)
  const canAdd = mayAdd(quest, address, Date.now())
  // Visitors are asked to sign in for the work first.
  if (backers.length === 0 && !(canAdd && address !== null)) return null
  return (
    <Section id="backers" className="grid gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>Others add to the reward</Trans>
      </h2>
      {backers.length > 0 ? (
        <>
          <Sums quest={quest} />
          <List quest={quest} backers={backers} />
        </>
      ) : (
        <p className="text-sm text-muted">
          <Trans>Do you want this done, too? Add to what its farmers get.</Trans>
        </p>
      )}
      {own && <OwnPart quest={quest} backer={own} />}
      {canAdd && (
        <div>
          {address === null ? (
            <Button onClick={ask}>
              <Trans>Sign in to add to the reward</Trans>
            </Button>
          ) : (
            <AddDialog quest={quest} />
          )}
        </div>
      )}
    </Section>
  )
}

function Sums({ quest }: { quest: Quest }) {
  const { backerCount = 0, rewardAmount, rewardToken, rewardWithBackers } = quest
  if (rewardWithBackers === undefined) return null
  const whole = <Amount amount={rewardWithBackers} token={rewardToken} />
  const own = <Amount amount={plainAmount(rewardAmount)} token={rewardToken} />
  return (
    <div className="grid gap-1">
      <p>
        {quest.maxFarmers === 1 ? (
          <Trans>
            {whole} together, of which the giver promises {own}.
          </Trans>
        ) : (
          <Trans>
            {whole} together for each place, of which the giver promises {own}.
          </Trans>
        )}
      </p>
      <p className="text-sm text-muted">
        <Plural value={backerCount} one="One person adds to it." other="# people add to it." />{' '}
        <Trans>Each of them pays their own part.</Trans>
      </p>
    </div>
  )
}

const states: Readonly<Record<Backer['state'], { readonly label: string; readonly tone: Tone }>> = {
  promised: { label: t({ message: 'Promised', context: 'what somebody adds to a reward' }), tone: 'moss' },
  objected: { label: t({ message: 'Objects', context: 'somebody who adds to a reward' }), tone: 'danger' },
  followed: { label: t({ message: 'Released', context: 'what somebody adds to a reward' }), tone: 'wheat' },
  unfunded: {
    label: t({ message: 'Not paid in', context: 'what somebody adds to a reward' }),
    tone: 'plain',
  },
  'in-review': {
    label: t({ message: 'In review', context: 'what somebody adds to a reward' }),
    tone: 'wheat',
  },
  'given-back': {
    label: t({ message: 'Went back', context: 'what somebody adds to a reward' }),
    tone: 'plain',
  },
}

function List({ quest, backers }: { quest: Quest; backers: readonly Backer[] }) {
  const [all, setAll] = useState(false)
  const count = backers.length
  const shown = all || count <= few + 1 ? backers : backers.slice(0, few)
  useCardsOf(shown.map(({ address }) => address))
  return (
    <>
      <ul className="grid gap-3">
        {shown.map(backer => (
          <Line key={backer.questId} quest={quest} backer={backer} />
        ))}
      </ul>
      {shown.length < count && (
        <div>
          <Button onClick={() => setAll(true)}>
            <Trans>Show all {count}</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function Line({ quest, backer }: { quest: Quest; backer: Backer }) {
  const { address: reader } = useSession()
  const { platformWallet } = useConfig()
  const { address, amount, questId, state } = backer
  const { label, tone } = states[state] ?? { label: state, tone: 'plain' as const }
  const isOwn = sameAddress(reader, address)
  const place = quest.farmers.find(farmer => sameAddress(farmer.address, reader))
  const isJudge = state === 'objected' && sameAddress(reader, platformWallet)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <Face address={address} size={32} />
      <span className="min-w-0 text-base">
        <AddressLink address={address} pictured />
      </span>
      <Amount amount={amount} token={quest.rewardToken} />
      <Tag tone={tone}>{label}</Tag>
      <span className="ml-auto flex flex-wrap items-center gap-3">
        {!isOwn && (isJudge || isOwedBy(backer, place)) && (
          <Link to="/quests/$id" params={{ id: questId }} className="underline">
            {state === 'objected' ? <Trans>To the dispute</Trans> : <Trans>To this payment</Trans>}
          </Link>
        )}
        {mayStop(quest, backer, reader) && <StopButton id={quest.id} backer={backer} isOwn={isOwn} />}
      </span>
    </li>
  )
}
