import type { Ballot, PaidWork, ProposalPay, ProposalPayout } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { loadRefusals } from '../language/refusals.ts'
import { AddressLink } from '../service/address-link.tsx'
import { chainName } from '../service/chain-name.ts'
import { base, furrow } from '../service/furrow.ts'
import { refusalSentence } from '../service/sentence-of.ts'
import { useAct } from '../service/use-act.ts'
import { shortAddress } from '../ui/address.ts'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { CheckedForm } from '../ui/checked-form.tsx'
import { HashField, isHash } from '../ui/hash-field.tsx'
import { Section } from '../ui/section.tsx'
import { Tag, type Tone } from '../ui/tag.tsx'
import { lengthOf, When } from '../ui/time.tsx'
import { Veto } from './action-card.tsx'

type Props = { id: string; ballot: Ballot; pay: ProposalPay; payout: ProposalPayout; vetoes: boolean }

/** The works that the treasury is to pay: what each gets, how far that is, and the way to pay them. */
export function PayCard({ id, ballot, pay, payout, vetoes }: Props) {
  const { chainId, sum, token, treasury } = pay
  const { isPassed, works } = payout
  const isDue = works.some(({ state }) => state === 'due')
  return (
    <Section className="grid gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>The treasury pays</Trans>
      </h2>
      <p className="text-2xl">
        <Amount amount={sum} token={token} />
      </p>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        <Trans>
          From <code title={treasury}>{shortAddress(treasury)}</code> on {chainName(chainId)}, in the stead of
          the givers who owe it.
        </Trans>{' '}
        <Right ballot={ballot} />
      </p>
      <ul className="grid gap-3">
        {works.map(work => (
          <Work key={`${work.questId} ${work.farmer}`} work={work} token={token} />
        ))}
      </ul>
      {vetoes && ballot.actionState?.state === 'waiting' && <Veto id={id} />}
      {isPassed && isDue && <PayByTreasury id={id} />}
      {isPassed && <ShowPaid id={id} />}
    </Section>
  )
}

/** Whether the treasury may pay. */
function Right({ ballot: { actionState, choices, vetoHours } }: { ballot: Ballot }) {
  if (actionState === null) return null
  const { at, dueAt, reason, state } = actionState
  const [first] = choices
  const hours = lengthOf(vetoHours, 'hour')
  if (state === 'open')
    return (
      <Trans>
        It counts {hours} after the end, if “<bdi>{first}</bdi>” wins and the Genesis Creator does not veto
        it.
      </Trans>
    )
  if (state === 'waiting' && dueAt)
    return (
      <Trans>
        It counts from <When at={dueAt} exact />, unless the Genesis Creator vetoes it.
      </Trans>
    )
  if (state === 'vetoed' && at)
    return (
      <Trans>
        The Genesis Creator vetoed it <When at={at} exact />: <bdi>{reason}</bdi>
      </Trans>
    )
  if (state === 'lapsed') return <Trans>It was not accepted: the givers owe it as before.</Trans>
  return <Trans>It was accepted.</Trans>
}

type Now = ProposalPayout['works'][number]

const states: Record<Now['state'], { label: string; tone: Tone }> = {
  due: { label: t`To be paid`, tone: 'plain' },
  confirming: { label: t`Payment being confirmed`, tone: 'slate' },
  paid: { label: t`Paid by the treasury`, tone: 'moss' },
  'paid-otherwise': { label: t`Paid otherwise`, tone: 'moss' },
  left: { label: t`The farmer has left`, tone: 'plain' },
}

function Work({ work, token }: { work: Now; token: string }) {
  const { alsoPaid, amount, farmer, questId, state, title, txHash } = work
  const { label, tone } = states[state]
  return (
    <li className="grid gap-1 border-t border-line pt-3">
      <Link to="/quests/$id" params={{ id: questId }} className="font-semibold underline">
        <bdi>{title}</bdi>
      </Link>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Amount amount={amount} token={token} />
        <AddressLink address={farmer} />
        <Tag tone={tone}>{label}</Tag>
        {txHash !== null && <code title={txHash}>{shortAddress(txHash)}</code>}
      </span>
      {alsoPaid !== null && (
        <span className="text-sm text-danger">
          <Trans>
            It was paid twice: the treasury paid it too, by{' '}
            <code title={alsoPaid}>{shortAddress(alsoPaid)}</code>.
          </Trans>
        </span>
      )}
    </li>
  )
}

function PayByTreasury({ id }: { id: string }) {
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">
        <Trans>
          An owner of the Safe loads this file in its Transaction Builder. It has what is due now: take it
          anew before each use.
        </Trans>
      </p>
      <a
        className="justify-self-start underline"
        href={`${base}/community-dao/proposals/safe.json?id=${encodeURIComponent(id)}`}
        download
      >
        <Trans>Download for Safe (JSON)</Trans>
      </a>
    </div>
  )
}

function ShowPaid({ id }: { id: string }) {
  const { address, ask } = useSession()
  const [hash, setHash] = useState('')
  const [answers, setAnswers] = useState<readonly PaidWork[]>([])
  const refused = answers.filter(({ status }) => status === 'refused')
  const show = useAct(
    async () => {
      const shown = await furrow.communityDao.showPaid(id, hash.trim())
      await loadRefusals()
      setAnswers(shown)
      setHash('')
    },
    { done: t`The service looked it up.`, invalidate: [['community-dao'], ['quests'], ['tasks']] },
  )
  return (
    <CheckedForm
      className="grid gap-3"
      onSubmit={() => {
        if (address === null) ask()
        else if (isHash(hash)) show.mutate()
      }}
    >
      <HashField
        hint={t`The Safe's transaction that paid these works. Anybody may show it.`}
        value={hash}
        onChange={setHash}
      />
      <Button type="submit" busy={show.isPending}>
        <Trans>Show that it was paid</Trans>
      </Button>
      <ul role="status" className="grid gap-1 text-sm">
        {refused.map(({ questId, farmer, error, code }) => (
          <li key={`${questId} ${farmer}`} className="[overflow-wrap:anywhere]">
            <AddressLink address={farmer} />: {refusalSentence(code, error ?? '')}
          </li>
        ))}
      </ul>
    </CheckedForm>
  )
}
