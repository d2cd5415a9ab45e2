import type { DeskPlace, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo, type ReactNode, useState } from 'react'
import { MessageLink } from '../../../auth/message-link.tsx'
import { CoAuthors } from '../../../codehost/co-authors.tsx'
import { PullRequestLink } from '../../../codehost/pull-request-link.tsx'
import { AddressLink, useNameOf } from '../../../service/address-link.tsx'
import { Face } from '../../../service/face.tsx'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Countdown, When } from '../../../ui/time.tsx'
import { Said } from '../../said.tsx'
import { ReviewDialog } from '../actions/review-dialog.tsx'
import { WorkButtons } from '../actions/work-buttons.tsx'
import { Answers } from '../applications/answers.tsx'
import { ReturnedNote } from '../judging/returned-note.tsx'
import { PaymentLine, PaymentTag } from '../payments/work-payment.tsx'
import { statusWords } from '../places/status-words.ts'
import { PrivateNote } from './private-note.tsx'

type DeskRowProps = {
  quest: Quest
  place: DeskPlace
  labels: readonly string[]
  chosen: boolean
  /** null where the work cannot be approved together with others. */
  onChoose: ((farmer: string, chosen: boolean) => void) | null
}

const live: ReadonlySet<string> = new Set(['accepted', 'in-review', 'disputed'])

/** One farmer's place: what was handed in, and the giver's next steps beside it. */
export const DeskRow = memo(function DeskRow({ quest, place, labels, chosen, onChoose }: DeskRowProps) {
  const [open, setOpen] = useState(false)
  const [noting, setNoting] = useState(false)
  const { address, status } = place
  const who = useNameOf(address)
  // Work that waits has its buttons in sight; others have them where somebody opens the row.
  const waits = status === 'in-review'
  return (
    <li className="grid gap-x-6 gap-y-2 py-2 text-sm sm:gap-y-3 sm:py-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex min-w-0 gap-3">
        {onChoose && (
          <span className="grid size-6 shrink-0 place-items-center">
            <input
              type="checkbox"
              className="size-5 accent-moss"
              checked={chosen}
              aria-label={t`Choose the work of ${who}`}
              onChange={event => onChoose(address, event.target.checked)}
            />
          </span>
        )}
        <Face address={address} size={28} />
        <div className="grid min-w-0 flex-1 content-start gap-1.5">
          <Heading place={place} whole={open}>
            <Unfold who={who} open={open} onClick={() => setOpen(!open)} />
          </Heading>
          {place.note && !noting && (
            <p
              dir="auto"
              className={`border-l-2 border-soil/50 pl-2 text-muted whitespace-pre-wrap [overflow-wrap:anywhere] ${open ? '' : 'max-sm:line-clamp-1'}`}
            >
              {place.note}
            </p>
          )}
          <HandedIn quest={quest} place={place} whole={open} />
          {open && (
            <>
              <Applied place={place} />
              <ReturnedNote farmer={place} />
              <PaymentLine farmer={place} />
              <p className="text-muted">
                <Trans>
                  took a place <When at={place.acceptedAt} />
                </Trans>
              </p>
            </>
          )}
          {noting && (
            <PrivateNote questId={quest.id} place={place} labels={labels} onDone={() => setNoting(false)} />
          )}
          <div className={`flex flex-wrap gap-1 ${open || noting ? '' : 'max-sm:hidden'}`}>
            <Small onClick={() => setOpen(!open)} expanded={open}>
              {open ? t`Show less` : t`Show more`} <span className="sr-only">{who}</span>
            </Small>
            <Small onClick={() => setNoting(!noting)} expanded={noting}>
              {place.note || place.label ? t`Change the note` : t`Add a note`}{' '}
              <span className="sr-only">{who}</span>
            </Small>
          </div>
        </div>
      </div>
      {(waits || open) && (
        <fieldset
          aria-label={t`Work of ${who}`}
          className="flex flex-wrap content-start gap-2 max-sm:[&_button]:!min-h-9 max-sm:[&_button]:!px-3 max-sm:[&_button]:!py-1 md:w-56 [&>button]:flex-1 [&>div>button]:flex-1 sm:[&>div>button]:basis-full"
        >
          {live.has(status) && <WorkButtons quest={quest} farmer={place} isShort />}
          {status === 'released' && open && <ReviewDialog quest={quest} reviewee={address} />}
        </fieldset>
      )}
    </li>
  )
})

function Small({
  onClick,
  expanded,
  children,
}: {
  onClick: () => void
  expanded: boolean
  children: ReactNode
}) {
  return (
    <Button
      variant="quiet"
      className="!min-h-8 !px-2 !py-1 underline"
      aria-expanded={expanded}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

/** On a phone a row is a few lines, and the rest of it unfolds; in more room the words for that stand below it. */
function Unfold({ who, open, onClick }: { who: string; open: boolean; onClick: () => void }) {
  return (
    <Button
      variant="quiet"
      className="-my-2 -mr-2 !min-h-9 !px-2 !py-1 sm:hidden"
      aria-expanded={open}
      onClick={onClick}
    >
      <span className="sr-only">
        {open ? t`Show less` : t`Show more`} {who}
      </span>
      <svg
        viewBox="0 0 16 16"
        className={`size-4 transition-transform ${open ? 'rotate-180' : ''}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="m3.5 6 4.5 4.5L12.5 6" />
      </svg>
    </Button>
  )
}

type HeadingProps = { place: DeskPlace; whole: boolean; children: ReactNode }

function Heading({ place, whole, children }: HeadingProps) {
  const { address, status, expiresAt, reviewEndsAt, disputeEndsAt, label: own } = place
  const { label, tone } = statusWords[status]
  const until = { accepted: expiresAt, 'in-review': reviewEndsAt, disputed: disputeEndsAt }[status as string]
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <AddressLink address={address} pictured />
      <MessageLink address={address} className={`-my-1 ${whole ? '' : 'max-sm:hidden'}`} />
      {/* The buttons below say it already. */}
      <span className={status === 'in-review' && !whole ? 'max-sm:hidden' : 'contents'}>
        <Tag tone={tone}>{label}</Tag>
      </span>
      <PaymentTag farmer={place} />
      {own && (
        <Tag tone="soil">
          <bdi>{own}</bdi>
        </Tag>
      )}
      {until && (
        <span className={`ml-auto font-semibold ${status === 'disputed' ? 'text-danger' : 'text-muted'}`}>
          <Countdown to={until} />
        </span>
      )}
      <span className={until ? 'contents' : 'ml-auto sm:hidden'}>{children}</span>
    </div>
  )
}

/** The farmer's words when they applied, once they have their place too. */
function Applied({ place: { application } }: { place: DeskPlace }) {
  if (application === undefined) return null
  return (
    <section className="grid gap-1.5 border-l-2 border-line pl-2">
      <h3 className="font-semibold">
        <Trans>Their application</Trans>
      </h3>
      {application.note && (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {application.note}
        </p>
      )}
      <Answers answers={application.answers} />
    </section>
  )
}

/** The beginning of what was handed in, or all of it. */
function HandedIn({ quest, place, whole }: { quest: Quest; place: DeskPlace; whole: boolean }) {
  const { pullRequest, submission, address } = place
  if (pullRequest === null && !submission) return null
  return (
    <div
      className={`grid gap-1.5 ${whole ? '' : 'max-h-11 overflow-hidden max-[22rem]:max-h-5 sm:max-h-16.5'}`}
    >
      {pullRequest !== null && (
        <p>
          <Trans>
            Proved by{' '}
            <PullRequestLink
              quest={quest}
              number={pullRequest}
            >{`pull request ${pullRequest}`}</PullRequestLink>
          </Trans>
        </p>
      )}
      <CoAuthors place={place} />
      {submission && <Said text={submission.note} url={submission.url} handedInBy={address} />}
    </div>
  )
}
