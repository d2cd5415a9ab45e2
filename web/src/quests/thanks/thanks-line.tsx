import type { Thanks } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { AddressLink } from '../../service/address-link.tsx'
import { sameAddress } from '../../ui/address.ts'
import { Amount } from '../../ui/amount.tsx'
import { When } from '../../ui/time.tsx'

/** The other person, the sum and the work, as one of the two sees it. */
export function ThanksLine({ thanks, of }: { thanks: Thanks; of: string }) {
  const { amount, createdAt, farmer, giver, lapsesAt, token } = thanks
  const isGivers = sameAddress(giver, of)
  const other = isGivers ? farmer : giver
  const person = <AddressLink address={other} />
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Amount amount={amount} token={token} />
      <span>{isGivers ? <Trans>to {person}</Trans> : <Trans>from {person}</Trans>}</span>
      <ForWork thanks={thanks} />
      <span className="text-sm text-muted">
        {lapsesAt === null ? (
          <When at={createdAt} />
        ) : (
          <Trans>
            lapses <When at={lapsesAt} />
          </Trans>
        )}
      </span>
    </div>
  )
}

function ForWork({ thanks: { questId, tipped, url } }: { thanks: Thanks }) {
  const quest = tipped ?? questId
  if (url !== null)
    return (
      <a href={url} rel="noreferrer nofollow ugc" className="underline [overflow-wrap:anywhere]">
        {url.replace(/^https?:\/\/[^/]+\//, '')}
      </a>
    )
  if (quest === null) return null
  return (
    <Link to="/quests/$id" params={{ id: quest }} className="underline">
      {tipped === null ? <Trans>a pull request</Trans> : <Trans>finished work</Trans>}
    </Link>
  )
}
