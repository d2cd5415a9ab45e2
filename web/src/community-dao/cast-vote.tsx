import type { Ballot, OwnVote } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { AddressLink } from '../service/address-link.tsx'
import { furrow } from '../service/furrow.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { When } from '../ui/time.tsx'
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
  if (ballot.state === 'upcoming') return null
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="text-xl font-semibold">Your vote</h2>
      {address === null ? (
        <>
          <p className="text-sm text-muted">Members vote with their wallets.</p>
          <Button variant="primary" className="justify-self-start" onClick={ask}>
            Sign in to vote
          </Button>
        </>
      ) : (
        own && <Form key={own.vote?.number} id={id} ballot={ballot} own={own} />
      )}
    </Card>
  )
}

function Form({ id, ballot, own }: CastVoteProps & { own: OwnVote }) {
  const { vote, weight } = own
  const [chosen, setChosen] = useState(vote?.choice)
  const { sign, busy, error } = useSigned('Your vote is cast. You can change it until the end.')
  // Nobody looked since it began: the members are written down with the first vote.
  if (weight === null && ballot.members !== null)
    return (
      <p className="text-sm text-muted">
        Who was a member when the vote began may vote; you were not, and can follow it here.
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
        <legend className="sr-only">What do you choose?</legend>
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
            <span className="[overflow-wrap:anywhere]">{choice}</span>
          </label>
        ))}
      </fieldset>
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        disabled={chosen === undefined || chosen === vote?.choice}
      >
        {vote ? 'Sign to change your vote' : 'Sign your vote'}
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
  return (
    <div className="grid gap-1 text-sm text-muted">
      {vote && (
        <p>
          You voted <strong className="text-ink">{vote.choice}</strong> <When at={vote.at} />.
        </p>
      )}
      {weighs && weight !== null && <p>Your vote weighs {weight.toLocaleString()}.</p>}
      {!vote && delegate && (
        <p>
          <AddressLink address={delegate.address} /> votes for you
          {delegate.voted ? ', and has voted' : ''}, unless you vote yourself.
        </p>
      )}
      {represents > 0 && (
        <p>
          You also vote for {represents.toLocaleString()} {represents === 1 ? 'member' : 'members'}.
        </p>
      )}
    </div>
  )
}
