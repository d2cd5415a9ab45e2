import { type Channel, type Topic, topics } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { furrow } from '../service/furrow.ts'
import { plainWords } from '../service/plain-words.ts'
import { useAct } from '../service/use-act.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { kindWords, stateWords, topicWords } from './words.ts'

const invalidate = [['notifications']]

/** A channel: its address, its topics, and its state. */
export function ChannelCard({ channel }: { channel: Channel }) {
  const { id, kind, to, state, digest } = channel
  const change = useAct(
    (changes: { topics?: Topic[]; digest?: Channel['digest']; on?: true }) =>
      furrow.notifications.change({ id, ...changes }),
    { done: t`Saved.`, invalidate },
  )
  const test = useAct(() => furrow.notifications.test(id), { done: t`A test is on its way.`, invalidate })
  const remove = useAct(() => furrow.notifications.remove(id), { done: t`Removed.`, invalidate })
  // A topic that was just ticked stays ticked while the change is on its way.
  const wanted = (change.isPending && change.variables.topics) || channel.topics
  const toggle = (topic: Topic, on: boolean) =>
    change.mutate({ topics: topics.filter(one => (one === topic ? on : wanted.includes(one))) })
  return (
    <Section as="article" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg font-semibold">{kindWords[kind]}</h2>
        <Tag tone={state === 'on' ? 'moss' : state === 'asked' ? 'slate' : 'danger'}>{stateWords[state]}</Tag>
        <span className="min-w-0 text-muted [overflow-wrap:anywhere]">{to}</span>
      </div>
      <Standing channel={channel} />
      {state !== 'asked' && (
        <>
          <fieldset className="grid gap-2" disabled={change.isPending}>
            <legend className="mb-1.5 text-sm font-semibold">
              <Trans>Tell me of</Trans>
            </legend>
            {topics.map(topic => (
              <label key={topic} className="flex items-start gap-3">
                <input
                  type="checkbox"
                  className="mt-0.5 size-5 shrink-0 accent-moss"
                  checked={wanted.includes(topic)}
                  onChange={event => toggle(topic, event.target.checked)}
                />
                <span>{topicWords[topic]}</span>
              </label>
            ))}
          </fieldset>
          <Field label={t`How often`}>
            {bound => (
              <Select
                {...bound}
                value={(change.isPending && change.variables.digest) || digest}
                disabled={change.isPending}
                onChange={event => change.mutate({ digest: event.target.value as Channel['digest'] })}
              >
                <option value="at-once">
                  <Trans>At once</Trans>
                </option>
                <option value="daily">
                  <Trans>Once a day</Trans>
                </option>
              </Select>
            )}
          </Field>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {state === 'on' && (
          <Button busy={test.isPending} onClick={() => test.mutate()}>
            <Trans>Send a test</Trans>
          </Button>
        )}
        {canTry(channel) && (
          <Button busy={change.isPending} onClick={() => change.mutate({ on: true })}>
            <Trans>Try now</Trans>
          </Button>
        )}
        {(state === 'off' || state === 'failing') && (
          <Button busy={change.isPending} onClick={() => change.mutate({ on: true })}>
            <Trans>Switch it on again</Trans>
          </Button>
        )}
        <ConfirmButton
          question={t`Nothing is sent there any more.`}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
        >
          <Trans>Remove</Trans>
        </ConfirmButton>
      </div>
    </Section>
  )
}

function canTry({ kind, state, pausedUntil }: Channel): boolean {
  return state === 'asked' ? kind !== 'email' : state === 'on' && pausedUntil !== null
}

function Standing({ channel }: { channel: Channel }) {
  const { kind, state, deliveredAt, problem } = channel
  if (state === 'asked' && kind === 'webhook') return <Challenged channel={channel} />
  if (state === 'asked')
    return (
      <p className="text-sm">
        <Trans>
          A link was sent there: follow it within a day. If it did not come, add the address once more.
        </Trans>
      </p>
    )
  if (problem !== null)
    return (
      <p role="alert" className="text-sm text-danger">
        {plainWords(problem)}
        {state === 'on' && (
          <>
            {' '}
            <Again pausedUntil={channel.pausedUntil} />
          </>
        )}
      </p>
    )
  if (state === 'off')
    return (
      <p className="text-sm">
        <Trans>Somebody followed the link to unsubscribe.</Trans>
      </p>
    )
  if (deliveredAt === null)
    return (
      <p className="text-sm text-muted">
        <Trans>Nothing was sent there yet.</Trans>
      </p>
    )
  return (
    <p className="text-sm text-muted">
      <Trans>
        Last sent <When at={deliveredAt} />.
      </Trans>
    </p>
  )
}

/** A webhook that has not yet given back the challenge that it was sent. */
function Challenged({ channel: { problem, pausedUntil } }: { channel: Channel }) {
  return (
    <>
      <p className="text-sm">
        <Trans>
          It waits for its challenge: the receiver gives back the text that it was sent, and is told of things
          from then on.
        </Trans>
      </p>
      {problem !== null && (
        <p role="alert" className="text-sm text-danger">
          {plainWords(problem)} {pausedUntil !== null && <Again pausedUntil={pausedUntil} />}
        </p>
      )}
    </>
  )
}

function Again({ pausedUntil }: Pick<Channel, 'pausedUntil'>) {
  if (pausedUntil === null) return <Trans>It is tried again by itself.</Trans>
  return (
    <Trans>
      Paused until <When at={pausedUntil} exact />, since the receiver did not take what was sent.
    </Trans>
  )
}
