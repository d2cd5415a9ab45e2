import type { ReportedThing, Reporter } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { AddressLink } from '../service/address-link.tsx'
import { furrow } from '../service/furrow.ts'
import { LinkButton } from '../ui/button.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { DismissReporter } from './dismiss-reporter.tsx'
import { Pages } from './pages.tsx'
import { ReportedFile } from './reported-file.tsx'
import { ThingLink } from './thing-link.tsx'
import { kinds, reasons } from './words.ts'

/** Reported things: each is here once, with any number of reports. */
export function Queue() {
  return (
    <Pages
      name="queue"
      read={query => furrow.moderation.queue(query)}
      empty={{
        title: t`Nothing waits for a decision.`,
        text: (
          <>
            <p className="mb-4">
              <Trans>
                What people report comes here, the first report first; you hide it, freeze its owner or
                dismiss the reports, each with a reason that the owner reads and may answer.
              </Trans>
            </p>
            <LinkButton to="/moderation" search={{ view: 'log' }}>
              <Trans>What was decided before</Trans>
            </LinkButton>
          </>
        ),
      }}
    >
      {thing => <Entry key={`${thing.kind} ${thing.id}`} thing={thing} />}
    </Pages>
  )
}

function Entry({ thing }: { thing: ReportedThing }) {
  const { kind, id, owner, title, text, questId, reports, openedAt, reporters, hiddenAt } = thing
  return (
    <li className="py-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Tag tone="soil">{kinds[kind]}</Tag>
        <Tag tone="slate">{plural(reports, { one: '# report', other: '# reports' })}</Tag>
        {hiddenAt && (
          <Tag tone="danger">
            <Trans>Hidden</Trans>
          </Tag>
        )}
        {thing.ownerFrozen && (
          <Tag tone="danger">
            <Trans>Owner frozen</Trans>
          </Tag>
        )}
        {!thing.isThere && (
          <Tag>
            <Trans>Deleted since</Trans>
          </Tag>
        )}
      </div>
      <h2 className="text-xl font-semibold [overflow-wrap:anywhere]">
        <ThingLink kind={kind} id={id} title={title} questId={questId} />
      </h2>
      <p className="text-sm text-muted">
        <Trans>
          by <AddressLink address={owner} />, first reported <When at={openedAt} />
        </Trans>
      </p>
      {text && (
        <p
          dir="auto"
          className="max-h-64 overflow-y-auto rounded-xl bg-paper p-3 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {text}
        </p>
      )}
      {kind === 'file' && thing.isThere && <ReportedFile name={title} />}
      <ul className="grid gap-2 text-sm" aria-label={t`Reports`}>
        {reporters.map(reporter => (
          <ReportLine key={reporter.address} reporter={reporter} />
        ))}
      </ul>
      <Decisions thing={thing} />
    </li>
  )
}

function ReportLine({ reporter }: { reporter: Reporter }) {
  const { address, reason, note, upheld, dismissed, oftenDismissed } = reporter
  return (
    <li className="[overflow-wrap:anywhere]">
      <span className="font-semibold">{reasons[reason]}</span>, <AddressLink address={address} />{' '}
      <span className="text-muted">
        <Trans>
          (<Plural value={upheld} one="# upheld" other="# upheld" />,{' '}
          <Plural value={dismissed} one="# dismissed" other="# dismissed" /> before)
        </Trans>
      </span>{' '}
      {oftenDismissed && (
        <Tag tone="danger">
          <Trans>Often dismissed</Trans>
        </Tag>
      )}
      <DismissReporter reporter={address} />
      {note && (
        <span dir="auto" className="block whitespace-pre-wrap">
          {note}
        </span>
      )}
    </li>
  )
}

function Decisions({ thing }: { thing: ReportedThing }) {
  const { kind, id, title, hiddenAt, ownerFrozen, refusal } = thing
  if (refusal !== null) return <p className="text-sm text-muted">{refusal}</p>
  const of = <span className="sr-only"> {title}</span>
  return (
    <div className="flex flex-wrap gap-2">
      {kind !== 'letter' && kind !== 'wallet' && hiddenAt === null && (
        <DecideDialog action="hide" kind={kind} id={id} of={of} />
      )}
      {!ownerFrozen && <DecideDialog action="freeze" kind={kind} id={id} of={of} />}
      <DecideDialog action="dismiss" kind={kind} id={id} of={of} />
    </div>
  )
}
