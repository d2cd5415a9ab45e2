import type { ChannelKind, NewChannel } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button } from '../ui/button.tsx'
import { CheckedForm } from '../ui/checked-form.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { kindWords } from './words.ts'

type Kind = Exclude<ChannelKind, 'push'>

const hints: Readonly<Record<Kind, string>> = {
  email: t`You are sent a link to confirm it first.`,
  discord: t`From the channel’s settings: Integrations, Webhooks.`,
  slack: t`An incoming webhook of Slack, or of a compatible service, such as Mattermost.`,
  telegram: t`The token is from @BotFather; your bot must be in the chat.`,
  webhook: t`For programs. It is signed by the rules of Standard Webhooks (standardwebhooks.com).`,
}

/** A form for a new channel; its fields depend on the kind. */
export function AddChannel({ email }: { email: boolean }) {
  const kinds = (Object.keys(hints) as Kind[]).filter(kind => email || kind !== 'email')
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'webhook')
  const [where, setWhere] = useState('')
  const [botToken, setBotToken] = useState('')
  const [secret, setSecret] = useState<string | null>(null)
  const add = useAct(
    async () => {
      const made = await furrow.notifications.add(asked(kind, where.trim(), botToken.trim()))
      setSecret(made.secret ?? null)
      setWhere('')
      setBotToken('')
    },
    {
      done: doneWords(kind),
      invalidate: [['notifications']],
    },
  )
  return (
    <Section className="grid min-w-0 gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>Be told elsewhere</Trans>
      </h2>
      <p className="text-muted">
        <Trans>
          Once it is added, you choose of what you are told there, and whether at once or once a day.
        </Trans>
      </p>
      {secret && <Secret secret={secret} />}
      <CheckedForm onSubmit={() => add.mutate()} className="grid gap-4">
        <Field label={t`How`}>
          {bound => (
            <Select {...bound} value={kind} onChange={event => setKind(event.target.value as Kind)}>
              {kinds.map(kind => (
                <option key={kind} value={kind}>
                  {kindWords[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {kind === 'telegram' && (
          <Field label={t`Token of the bot`}>
            {bound => (
              <Input
                {...bound}
                required
                autoComplete="off"
                value={botToken}
                onChange={event => setBotToken(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label={labelOf(kind)} hint={hints[kind]}>
          {bound => (
            <Input
              {...bound}
              required
              type={kind === 'email' ? 'email' : kind === 'telegram' ? 'text' : 'url'}
              autoComplete={kind === 'email' ? 'email' : 'off'}
              value={where}
              onChange={event => setWhere(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" variant="primary" busy={add.isPending}>
            <Trans>Add</Trans>
          </Button>
        </div>
      </CheckedForm>
      {!email && (
        <p className="text-sm text-muted">
          <Trans>This community sends no e-mail.</Trans>
        </p>
      )}
    </Section>
  )
}

function doneWords(kind: Kind): string {
  if (kind === 'email') return t`A link is on its way to this address.`
  return kind === 'webhook' ? t`Added. It is on once it has answered its challenge.` : t`Added.`
}

function labelOf(kind: Kind): string {
  if (kind === 'email') return t`E-mail address`
  return kind === 'telegram' ? t`Chat` : t`Address (https)`
}

function asked(kind: Kind, where: string, botToken: string): NewChannel {
  if (kind === 'email') return { kind, address: where }
  return kind === 'telegram' ? { kind, botToken, chat: where } : { kind, url: where }
}

/** The secret is shown only this once. */
function Secret({ secret }: { secret: string }) {
  return (
    <div role="status" className="grid gap-2 rounded-xl bg-moss-soft p-4">
      <p className="font-medium">
        <Trans>Messages are signed with this secret. Copy it now: it is not shown again.</Trans>
      </p>
      <code className="text-sm [overflow-wrap:anywhere]">{secret}</code>
      <CopyButton text={secret} />
    </div>
  )
}
