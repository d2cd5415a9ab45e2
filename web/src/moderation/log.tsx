import type { ModerationLogEntry } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { AddressLink } from '../service/address-link.tsx'
import { furrow } from '../service/furrow.ts'
import { LinkButton } from '../ui/button.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { Pages } from './pages.tsx'
import { ReportedFile } from './reported-file.tsx'
import { ThingLink } from './thing-link.tsx'
import { deeds, kinds } from './words.ts'

/** The moderators' decisions, the newest first. */
export function Log() {
  return (
    <Pages
      name="log"
      read={query => furrow.moderation.log(query)}
      empty={{
        title: t`Nothing was done yet.`,
        text: (
          <>
            <p className="mb-4">
              <Trans>
                Each decision of a moderator stands here for good, with its reason and the owner's answer, and
                can be taken back here.
              </Trans>
            </p>
            <LinkButton to="/moderation">
              <Trans>What waits for a decision</Trans>
            </LinkButton>
          </>
        ),
      }}
    >
      {entry => <Entry key={entry.id} entry={entry} />}
    </Pages>
  )
}

const undo = { hide: 'restore', freeze: 'unfreeze' } as const

function Entry({ entry }: { entry: ModerationLogEntry }) {
  const { action, actor, answer, at, kind, owner, reason, reports, thing, title } = entry
  const back = action === 'hide' || action === 'freeze' ? undo[action] : null
  return (
    <li className="py-4 grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Tag tone={back === null ? 'moss' : 'danger'}>{deeds[action]}</Tag>
        <Tag>{kinds[kind]}</Tag>
        <span className="font-semibold [overflow-wrap:anywhere]">
          <ThingLink kind={kind} id={thing} title={title} />
        </span>
      </div>
      {reason && (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {reason}
        </p>
      )}
      <p className="text-sm text-muted">
        <Trans>
          <When at={at} /> by <AddressLink address={actor} />
        </Trans>
        {kind !== 'wallet' && kind !== 'profile' && (
          <>
            {'; '}
            <Trans>
              it is of <AddressLink address={owner} />
            </Trans>
          </>
        )}
        {reports > 0 && (
          <>
            {'; '}
            <Plural value={reports} one="closed # report" other="closed # reports" />
          </>
        )}
      </p>
      {answer && (
        <blockquote className="border-l-4 border-line pl-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
          <span className="text-sm text-muted">
            <Trans>
              Its owner answered <When at={answer.at} />:
            </Trans>
          </span>{' '}
          <bdi>{answer.note}</bdi>
        </blockquote>
      )}
      {kind === 'file' && action === 'hide' && <ReportedFile name={title} />}
      {back !== null && (
        <div>
          <DecideDialog action={back} kind={kind} id={thing} of={<span className="sr-only"> {title}</span>} />
        </div>
      )}
    </li>
  )
}
