import type { Hidden } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { When } from '../ui/time.tsx'
import { useMine } from './use-mine.ts'

/** Says that a moderator hid it and why, to those who still see it; its owner is led to their answer. */
export function HiddenNotice({
  hidden,
  isOwn,
  children,
}: {
  hidden: Hidden
  isOwn: boolean
  children: ReactNode
}) {
  return (
    <Notice title={t`Hidden by a moderator`} reason={hidden.reason} at={hidden.at} answers={isOwn}>
      {children}
    </Notice>
  )
}

/** Shown to a frozen wallet. */
export function FrozenNotice({ answers = true }: { answers?: boolean }) {
  const { mine } = useMine()
  if (!mine?.frozen) return null
  return (
    <Notice
      title={t`Your wallet is frozen`}
      reason={mine.frozen.reason}
      at={mine.frozen.at}
      answers={answers}
    >
      <Trans>
        You can read, finish what is under way, be paid for it, and leave. You cannot begin anything new.
      </Trans>
    </Notice>
  )
}

type NoticeProps = { title: string; reason: string; at: string; answers: boolean; children: ReactNode }

function Notice({ title, reason, at, answers, children }: NoticeProps) {
  return (
    <Card as="section" className="grid gap-3 border-danger/50 border-l-4 border-l-danger">
      <h2 className="text-xl font-semibold">{title}</h2>
      <p>{children}</p>
      <p className="[overflow-wrap:anywhere]">
        <span className="text-muted">
          <Trans>
            The reason, <When at={at} />:
          </Trans>
        </span>{' '}
        <bdi>{reason}</bdi>
      </p>
      {answers && (
        <div>
          <LinkButton to="/moderation">
            <Trans context="action">Answer</Trans>
          </LinkButton>
        </div>
      )}
    </Card>
  )
}

/** The way to the queue, for moderators. */
export function ModeratorsLink() {
  const { mine } = useMine()
  return mine?.role ? (
    <LinkButton to="/moderation">
      <Trans>Moderation</Trans>
    </LinkButton>
  ) : null
}
