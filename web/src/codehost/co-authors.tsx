import type { Assignment } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { AddressLink } from '../service/address-link.tsx'

/** The people whom the commits of a pull request name, by their own names where they proved that account here. */
export function CoAuthors({ place: { coAuthors } }: { place: Pick<Assignment, 'coAuthors'> }) {
  if (!coAuthors) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
      <Trans comment="Before names; nobody has confirmed what commits say">
        Co-authors, as the commits say:
      </Trans>
      <ul className="contents">
        {coAuthors.map(({ name, login, address }) => (
          <li key={`${name} ${login}`} className="min-w-0 [overflow-wrap:anywhere]">
            {address === null ? <bdi>{name}</bdi> : <AddressLink address={address} pictured />}
          </li>
        ))}
      </ul>
    </div>
  )
}
