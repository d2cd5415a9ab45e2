import type { Message } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useSession } from '../auth/session.tsx'
import { ReportButton } from '../moderation/report-button.tsx'
import { AddressLink } from '../service/address-link.tsx'
import { Face } from '../service/face.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { nobody } from '../ui/address.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Tag, type Tone } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { boxOf } from './boxes.ts'
import { LetterText } from './letter-text.tsx'
import { useBlocks } from './use-blocks.ts'

const types: Record<Message['type'], { label: string; tone: Tone; personal: string }> = {
  direct: { label: t`Letter`, tone: 'plain', personal: t`Letter` },
  quest: { label: t`Quest`, tone: 'moss', personal: t`Letter about a quest` },
  'platform-update': {
    label: t({ message: 'Update', context: 'kind of letter' }),
    tone: 'slate',
    personal: t`Letter`,
  },
  dispute: { label: t`Dispute`, tone: 'danger', personal: t`Letter about a dispute` },
}

/** A person may call a letter a notice of the service: only those of the service look like it. */
export function TypeTag({ type, official }: Pick<Message, 'type' | 'official'>) {
  const { label, tone, personal } = types[type]
  return official ? <Tag tone={tone}>{label}</Tag> : <Tag tone="plain">{personal}</Tag>
}

type LetterProps = { message: Message; onClose: () => void; onDelete: () => void }

/** An open letter; opening it marks it as read. */
export function Letter({ message, onClose, onDelete }: LetterProps) {
  const { address } = useSession()
  const { id, read } = message
  const mark = useAct((value: boolean) => furrow.mail.mark(id, value), { invalidate: [['mail'], ['tasks']] })
  const { mutate } = mark
  const { blocked, block } = useBlocks()
  const sent = boxOf(message, address) === 'sent'
  const isPersonal = !sent && message.to !== '*' && message.from !== nobody && !message.official
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening the letter marks it, later actions do not
  useEffect(() => {
    if (!read) mutate(true)
  }, [id])
  const answer = `Re: ${message.subject.replace(/^Re: /i, '')}`.slice(0, 256)

  return (
    <Card as="article" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button variant="quiet" className="md:hidden" onClick={onClose}>
          <Trans>← Back</Trans>
        </Button>
        <TypeTag type={message.type} official={message.official} />
        <div className="flex flex-wrap gap-2">
          {!sent && message.to !== '*' && message.from !== nobody && (
            <LinkButton to="/mail/new" search={{ to: message.from, subject: answer }}>
              <Trans context="action">Answer</Trans>
            </LinkButton>
          )}
          {!sent && (
            <Button busy={mark.isPending} onClick={() => mark.mutate(!read)}>
              {read ? t`Mark unread` : t`Mark read`}
            </Button>
          )}
          {isPersonal && !blocked.includes(message.from) && (
            <ConfirmButton
              question={t`Letters from this address will be refused for you. You can allow them again below your mail.`}
              busy={block.isPending}
              onConfirm={() => block.mutate(message.from)}
            >
              <Trans>Block sender</Trans>
            </ConfirmButton>
          )}
          {isPersonal && <ReportButton key={id} kind="letter" id={id} owner={message.from} isPrivate />}
          <Button variant="danger" onClick={onDelete}>
            <Trans>Delete</Trans>
          </Button>
        </div>
      </div>
      <h2 dir="auto" className="text-2xl font-semibold [overflow-wrap:anywhere]">
        {message.subject || t`No subject`}
      </h2>
      <div className="flex items-center gap-3 text-sm text-muted">
        <Face address={message.from} size={36} />
        <span>
          {message.to === '*' ? (
            <Trans>
              from <AddressLink address={message.from} /> to everyone, <When at={message.sentAt} />
            </Trans>
          ) : (
            <Trans>
              from <AddressLink address={message.from} /> to <AddressLink address={message.to} />,{' '}
              <When at={message.sentAt} />
            </Trans>
          )}
          {!message.official && message.type !== 'direct' && (
            <strong className="block">
              <Trans>Written by this address, and not by the service.</Trans>
            </strong>
          )}
        </span>
      </div>
      <LetterText text={message.body} />
    </Card>
  )
}
