import type { Channel, Follow } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../auth/session.tsx'
import { furrow } from '../service/furrow.ts'
import { Field, Input, Select } from '../ui/field.tsx'
import { kindWords } from './words.ts'

export type FollowChoice = Pick<Follow, 'name' | 'how' | 'channels'>

type FollowFieldsProps = { choice: FollowChoice; onChange: (choice: FollowChoice) => void }

/** A name, how often, and where: the part of a follow that its owner chooses beside the filter. */
export function FollowFields({ choice, onChange }: FollowFieldsProps) {
  return (
    <>
      <Field label={t`Name`} hint={t`For you alone: it begins each digest.`}>
        {bound => (
          <Input
            {...bound}
            required
            maxLength={80}
            value={choice.name}
            onChange={event => onChange({ ...choice, name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t`How often`}>
        {bound => (
          <Select
            {...bound}
            value={choice.how}
            onChange={event => onChange({ ...choice, how: event.target.value as Follow['how'] })}
          >
            <option value="now">
              <Trans>At once, a letter for each quest</Trans>
            </option>
            <option value="digest">
              <Trans>Once a day, all in one letter</Trans>
            </option>
          </Select>
        )}
      </Field>
      <Where channels={choice.channels} onChange={channels => onChange({ ...choice, channels })} />
    </>
  )
}

type WhereProps = { channels: Follow['channels']; onChange: (channels: Follow['channels']) => void }

/** All channels ticked is the choice of all, also of those that are added later. */
function Where({ channels, onChange }: WhereProps) {
  const { address } = useSession()
  const { data } = useQuery({ queryKey: ['notifications', address], queryFn: furrow.notifications.get })
  const own = data?.channels ?? []
  const chosen = (channel: Channel) => channels === null || channels.includes(channel.id)
  function toggle(channel: Channel, on: boolean) {
    const next = own.filter(one => (one.id === channel.id ? on : chosen(one))).map(({ id }) => id)
    onChange(next.length === own.length ? null : next)
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">
        <Trans>Where you are told</Trans>
      </legend>
      <label className="flex items-start gap-3 text-muted">
        <input type="checkbox" className="mt-0.5 size-5 shrink-0 accent-moss" checked disabled />
        <span>
          <Trans>Your mail here</Trans>
        </span>
      </label>
      {own.map(channel => (
        <label key={channel.id} className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-moss"
            checked={chosen(channel)}
            onChange={event => toggle(channel, event.target.checked)}
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {kindWords[channel.kind]} <span className="text-muted">{channel.to}</span>
          </span>
        </label>
      ))}
      {data && own.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>
            To be told by e-mail or in a chat, add it under{' '}
            <Link to="/notifications" className="underline">
              Notifications
            </Link>
            .
          </Trans>
        </p>
      )}
    </fieldset>
  )
}
