import type { Member } from '@furrow/sdk'
import { AddressLink } from '../service/address-link.tsx'
import { Face } from '../service/face.tsx'
import { Card } from '../ui/card.tsx'
import { EditMembers } from './edit-members.tsx'

export function Members({ members, edits }: { members: readonly Member[]; edits: boolean }) {
  return (
    <Card as="section" className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">
          Members <span className="text-muted tabular-nums">{members.length.toLocaleString()}</span>
        </h2>
        {edits && <EditMembers members={members} />}
      </div>
      {members.length === 0 && <p className="text-muted">Nobody yet.</p>}
      <ul className="grid gap-3">
        {members.map(({ address, title, joinedAt }) => (
          <li key={address} className="flex items-center gap-3">
            <Face address={address} size={36} />
            <span className="grid min-w-0 text-sm">
              <AddressLink address={address} />
              <span className="text-muted [overflow-wrap:anywhere]">
                {title && `${title}, `}since{' '}
                <time dateTime={joinedAt}>
                  {new Date(joinedAt).toLocaleDateString(undefined, { month: 'short', year: 'numeric' })}
                </time>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
