import type { Ballot, OwnVote } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { locale } from '../language/i18n.ts'
import { AddressLink } from '../service/address-link.tsx'
import { furrow } from '../service/furrow.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { When } from '../ui/time.tsx'
import { KeepReceipt } from './keep-receipt.tsx'
import { useSigned } from './use-signed.ts'

type CastVoteProps = { id: string; ballot: Ballot }

/** One's own vote: chosen, signed, and changed until the end. */
export function CastVote({ id, ballot }: CastVoteProps) {
  const { address, ask } = useSession()
  const { data: own } = useQuery({
    queryKey: ['community-dao', 'own-vote', id, address, ballot.state],
    queryFn: () => furrow.communityDao.ownVote(id),
    enabled: address !== null,
  })
  const receipt = own?.vote?.receipt
  if (ballot.state === 'upcoming' || (ballot.state === 'closed' && !receipt)) return null
  return (
    <Section className="grid gap-3">
      <h2 className="text-xl font-semibold">
        <Trans>Your vote</Trans>
      </h2>
      {address === null ? (
        <>
          <p className="text-sm text-muted">
            <Trans>Members vote with their wallets.</Trans>
          </p>
          <Button variant="primary" className="justify-self-start" onClick={ask}>
            <Trans>Sign in to vote</Trans>
          </Button>
        </>
      ) : (
        own &&
        (ballot.state === 'closed' ? (
          <Standing own={own} weighs={ballot.weights !== 'one'} />
        ) : (
          <Form key={own.vote?.number} id={id} ballot={ballot} own={own} />
        ))
      )}
      {receipt && <KeepReceipt receipt={receipt} />}
    </Section>
  )
}

function Form({ id, ballot, own }: CastVoteProps & { own: OwnVote }) {
  const { vote, weight } = own
  const [chosen, setChosen] = useState(vote?.choice)
  const { sign, busy, error } = useSigned(t`Your vote is cast. You can change it until the end.`)
  // Nobody has looked since the vote began: the members are written down with the first vote.
  if (weight === null && ballot.members !== null)
    return (
      <p className="text-sm text-muted">
        <Trans>
          Only members from when the vote began may vote; you were not one, and can follow it here.
        </Trans>
      </p>
    )
  return (
    <form
      className="grid gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (chosen !== undefined) sign(signer => furrow.communityDao.vote(signer, id, chosen))
      }}
    >
      <Standing own={own} weighs={ballot.weights !== 'one'} />
      <fieldset className="grid gap-2">
        <legend className="sr-only">
          <Trans>What do you choose?</Trans>
        </legend>
        {ballot.choices.map(choice => (
          <label
            key={choice}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl border border-line px-3.5 py-2 has-checked:border-moss has-checked:bg-moss-soft"
          >
            <input
              type="radio"
              name="choice"
              checked={chosen === choice}
              onChange={() => setChosen(choice)}
              className="size-4 accent-moss"
            />
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {choice}
            </span>
          </label>
        ))}
      </fieldset>
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        disabled={chosen === undefined || chosen === vote?.choice}
      >
        {vote ? t`Sign to change your vote` : t`Sign your vote`}
      </Button>
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </form>
  )
}

function Standing({
  own: { delegate, represents, vote, weight },
  weighs,
}: {
  own: OwnVote
  weighs: boolean
}) {
  const choice = vote?.choice
  const ownWeight = weight?.toLocaleString(locale)
  return (
    <div className="grid gap-1 text-sm text-muted">
      {vote && (
        <p>
          <Trans>
            You voted{' '}
            <strong className="text-ink">
              <bdi>{choice}</bdi>
            </strong>{' '}
            <When at={vote.at} />.
          </Trans>
        </p>
      )}
      {weighs && weight !== null && (
        <p>
          <Trans>Your vote weighs {ownWeight}.</Trans>
        </p>
      )}
      {!vote && delegate && (
        <p>
          {delegate.voted ? (
            <Trans>
              <AddressLink address={delegate.address} /> votes for you, and has voted, unless you vote
              yourself.
            </Trans>
          ) : (
            <Trans>
              <AddressLink address={delegate.address} /> votes for you, unless you vote yourself.
            </Trans>
          )}
        </p>
      )}
      {represents > 0 && (
        <p>
          <Plural value={represents} one="You also vote for # member." other="You also vote for # members." />
        </p>
      )}
    </div>
  )
}
