import type { Message, NewMessage } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { SignedIn, useSession } from '../auth/session.tsx'
import { useKept } from '../auth/use-kept.ts'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { useConfig } from '../service/use-config.ts'
import { sameAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input, TextArea } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { everyone } from './boxes.ts'
import { useRecipient } from './use-recipient.ts'

const route = getRouteApi('/mail/new')
const longestBody = 32_768

export function ComposePage() {
  return (
    <Page
      title={t`Write`}
      lead={t`A letter is sealed for you and its reader, each with a copy of their own.`}
    >
      <SignedIn reason={t`Sign in to write a letter.`}>
        <Compose />
      </SignedIn>
    </Page>
  )
}

/** The sender's own copy is no news to them. */
async function sendLetter(letter: NewMessage, sender: string | null): Promise<Message> {
  const sent = await furrow.mail.send(letter)
  const isNews = sent.to === everyone || sameAddress(sent.to, sender)
  return isNews ? sent : await furrow.mail.mark(sent.id, true).catch(() => sent)
}

function Compose() {
  const search: { to?: string | undefined; subject?: string | undefined } = route.useSearch()
  const navigate = route.useNavigate()
  const { address } = useSession()
  const { platformWallet } = useConfig()
  const mayBroadcast = sameAddress(address, platformWallet)
  const [{ to, subject, body }, setLetter, forget] = useKept(
    `letter ${search.to ?? ''} ${search.subject ?? ''}`,
    {
      to: search.to ?? '',
      subject: search.subject ?? '',
      body: '',
    },
  )
  const [tried, setTried] = useState(false)
  const recipient = useRecipient(to, mayBroadcast)
  const send = useAct((to: string) => sendLetter({ to, subject, body }, address), {
    done: to === '*' ? t`Everyone will read it.` : t`The letter is sent.`,
    invalidate: [['mail']],
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (recipient.address === null || body.trim() === '') return
    const sent = await send.mutateAsync(recipient.address).catch(() => null)
    if (!sent) return
    forget()
    navigate({ to: '/mail', search: { box: to === '*' ? 'broadcasts' : 'sent' } })
  }

  return (
    <Card>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <Field
          label={t({ message: 'To', context: 'mail' })}
          hint={
            recipient.hint ??
            (mayBroadcast ? t`An address, an ENS name, or * for everyone.` : t`An address or an ENS name.`)
          }
          error={tried || recipient.settled ? recipient.error : undefined}
        >
          {bound => (
            <Input
              {...bound}
              value={to}
              autoComplete="off"
              spellCheck="false"
              placeholder={t`0x… or name.eth`}
              onChange={event => setLetter({ to: event.target.value, subject, body })}
            />
          )}
        </Field>
        <Field label={t`Subject`}>
          {bound => (
            <Input
              {...bound}
              dir="auto"
              value={subject}
              maxLength={256}
              onChange={event => setLetter({ to, subject: event.target.value, body })}
            />
          )}
        </Field>
        <Field label={t`Message`} error={tried && body.trim() === '' ? t`Write something.` : undefined}>
          {bound => (
            <TextArea
              {...bound}
              dir="auto"
              rows={12}
              value={body}
              maxLength={longestBody}
              onChange={event => setLetter({ to, subject, body: event.target.value })}
            />
          )}
        </Field>
        <div>
          <Button type="submit" variant="primary" busy={send.isPending}>
            {recipient.address === '*' ? t`Send to everyone` : t`Send`}
          </Button>
        </div>
      </form>
    </Card>
  )
}
