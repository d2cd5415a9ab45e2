import type { Delegation, Member } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { AddressLink, useNameOf } from '../service/address-link.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { sameAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { useSigned } from './use-signed.ts'

/** Members choose here who votes for them this season, where they do not vote themselves. */
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
  const count = received.length
  const others = members.filter(member => !sameAddress(member.address, address))
  return (
    <Section className="grid gap-3">
      <h2 className="text-xl font-semibold">
        <Trans>Your voice</Trans>
      </h2>
      {given ? <Given given={given} /> : <Choose members={others} season={data.season} />}
      {count > 0 && (
        <p className="text-sm text-muted">
          <Plural
            value={count}
            one="# member lets you vote for them this season."
            other="# members let you vote for them this season."
          />
        </p>
      )}
    </Section>
  )
}

function Given({ given: { delegate, season } }: { given: Delegation }) {
  const revoke = useAct(() => furrow.communityDao.revokeDelegation(season), {
    done: t`You vote for yourself again, in votes that begin from now on.`,
    invalidate: [['community-dao']],
  })
  return (
    <>
      <p className="text-sm">
        <Trans>
          <AddressLink address={delegate} /> votes for you in season {season}, where you do not vote yourself.
        </Trans>
      </p>
      <Button className="justify-self-start" busy={revoke.isPending} onClick={() => revoke.mutate()}>
        <Trans>Vote for myself again</Trans>
      </Button>
    </>
  )
}

function Choose({ members, season }: { members: readonly Member[]; season: number }) {
  const [delegate, setDelegate] = useState('')
  const { sign, busy, error } = useSigned(t`Your delegation is signed.`)
  if (members.length === 0)
    return (
      <p className="text-sm text-muted">
        <Trans>You are the only member.</Trans>
      </p>
    )
  return (
    <form
      className="grid gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (delegate !== '') sign(signer => furrow.communityDao.delegate(signer, delegate))
      }}
    >
      <Field
        label={t`Let another member vote for you`}
        hint={t`In votes that begin in season ${season}, where you do not vote yourself.`}
        error={error}
      >
        {bound => (
          <Select {...bound} value={delegate} onChange={event => setDelegate(event.target.value)}>
            <option value="">
              <Trans>Nobody</Trans>
            </option>
            {members.map(({ address, title }) => (
              <MemberOption key={address} address={address} title={title} />
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" busy={busy} disabled={delegate === ''} className="justify-self-start">
        <Trans context="action">Sign</Trans>
      </Button>
    </form>
  )
}

function MemberOption({ address, title }: { address: string; title: string }) {
  const name = useNameOf(address)
  return (
    <option value={address} dir="auto">
      {title ? `${name}, ${title}` : name}
    </option>
  )
}
