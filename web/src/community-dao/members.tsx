import type { Member } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { MessageLink } from '../auth/message-link.tsx'
import { locale } from '../language/i18n.ts'
import { AddressLink } from '../service/address-link.tsx'
import { Face } from '../service/face.tsx'
import { Section } from '../ui/section.tsx'
import { EditMembers } from './edit-members.tsx'

const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' })

export function Members({ members, edits }: { members: readonly Member[]; edits: boolean }) {
  return (
    <Section className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">
          <Trans>Members</Trans>{' '}
          <span className="text-muted tabular-nums">{members.length.toLocaleString(locale)}</span>
        </h2>
        {edits && <EditMembers members={members} />}
      </div>
      {members.length === 0 && (
        <p className="text-muted">
          <Trans>Nobody yet.</Trans>
        </p>
      )}
      <ul className="grid gap-3">
        {members.map(({ address, title, joinedAt }) => (
          <li key={address} className="flex items-center gap-3">
            <Face address={address} size={36} />
            <span className="grid min-w-0 text-sm">
              <AddressLink address={address} pictured />
              <span className="text-muted [overflow-wrap:anywhere]">
                {title ? (
                  <Trans>
                    <bdi>{title}</bdi>, since <Month at={joinedAt} />
                  </Trans>
                ) : (
                  <Trans>
                    since <Month at={joinedAt} />
                  </Trans>
                )}
              </span>
            </span>
            <MessageLink address={address} className="ml-auto" />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Month({ at }: { at: string }) {
  return <time dateTime={at}>{month.format(new Date(at))}</time>
}
