import type { Delegation, Member } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { AddressLink } from '../service/address-link.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { sameAddress, shortAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Select } from '../ui/field.tsx'
import { useSigned } from './use-signed.ts'

/** For members: who votes for them this season, where they do not vote themselves. */
export function DelegateCard({ members }: { members: readonly Member[] }) {
  const { address } = useSession()
  const isMember = members.some(member => sameAddress(member.address, address))
  const { data } = useQuery({
    queryKey: ['community-dao', 'delegations', address],
    queryFn: () => furrow.communityDao.delegations(),
    enabled: isMember,
  })
  if (!isMember || !data) return null
  const given = data.given.find(({ season }) => season === data.season)
  const received = data.received.filter(({ season }) => season === data.season)
  const others = members.filter(member => !sameAddress(member.address, address))
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="text-xl font-semibold">Your voice</h2>
      {given ? <Given given={given} /> : <Choose members={others} season={data.season} />}
      {received.length > 0 && (
        <p className="text-sm text-muted">
          {received.length.toLocaleString()} {received.length === 1 ? 'member lets' : 'members let'} you vote
          for them this season.
        </p>
      )}
    </Card>
  )
}

function Given({ given: { delegate, season } }: { given: Delegation }) {
  const revoke = useAct(() => furrow.communityDao.revokeDelegation(season), {
    done: 'You vote for yourself again, in votes that begin from now on.',
    invalidate: [['community-dao']],
  })
  return (
    <>
      <p className="text-sm">
        <AddressLink address={delegate} /> votes for you in season {season}, where you do not vote yourself.
      </p>
      <Button className="justify-self-start" busy={revoke.isPending} onClick={() => revoke.mutate()}>
        Vote for myself again
      </Button>
    </>
  )
}

function Choose({ members, season }: { members: readonly Member[]; season: number }) {
  const [delegate, setDelegate] = useState('')
  const { sign, busy, error } = useSigned('Your delegation is signed.')
  if (members.length === 0) return <p className="text-sm text-muted">You are the only member.</p>
  return (
    <form
      className="grid gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (delegate !== '') sign(signer => furrow.communityDao.delegate(signer, delegate))
      }}
    >
      <Field
        label="Let another member vote for you"
        hint={`In votes that begin in season ${season}, where you do not vote yourself.`}
        error={error}
      >
        {bound => (
          <Select {...bound} value={delegate} onChange={event => setDelegate(event.target.value)}>
            <option value="">Nobody</option>
            {members.map(({ address, title }) => (
              <option key={address} value={address}>
                {title ? `${title}, ${shortAddress(address)}` : shortAddress(address)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" busy={busy} disabled={delegate === ''} className="justify-self-start">
        Sign
      </Button>
    </form>
  )
}
