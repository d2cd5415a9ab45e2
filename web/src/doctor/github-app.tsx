import type { AppInstallation, BegunConnection, ConnectedApp, SetupHost } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { AnchorButton } from '../ui/anchor-button.tsx'
import { Button } from '../ui/button.tsx'
import { CheckedForm } from '../ui/checked-form.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Tag } from '../ui/tag.tsx'
import { LastDelivery } from './last-delivery.tsx'

/** The first click makes an app at GitHub; the second one, there, installs it in repositories. */
export function GithubApp({ host }: { host: SetupHost }) {
  const { app } = host
  return (
    <>
      {host.token === 'settings' && (
        <p>
          <Trans>The settings have CODEHOST_TOKEN. It goes before an app: take it out to use one.</Trans>
        </p>
      )}
      {app === null ? (
        <p>
          <Trans>
            Connect GitHub: it makes an app of your own there, with its webhook and the rights that the bot
            needs, and leads you back here. Then install it in your repositories.
          </Trans>
        </p>
      ) : (
        <Connected app={app} />
      )}
      <Connect isAgain={app !== null} />
    </>
  )
}

function Connected({ app }: { app: ConnectedApp }) {
  const disconnect = useAct(() => furrow.setup.disconnect(), {
    done: t`Disconnected. Delete the app at GitHub, too.`,
    invalidate: [['setup'], ['config']],
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <a href={app.page} className="font-semibold underline">
          <bdi>{app.slug}</bdi>
        </a>
        <State app={app} />
      </div>
      {app.installations.length === 0 && app.state === 'fine' && (
        <p>
          <Trans>It is installed nowhere yet.</Trans>
        </p>
      )}
      <ul className="grid gap-4">
        {app.installations.map(one => (
          <Installation key={one.account} installation={one} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <AnchorButton variant="primary" href={app.installAt}>
          <Trans>Install it in repositories</Trans>
        </AnchorButton>
        <ConfirmButton
          variant="danger"
          busy={disconnect.isPending}
          onConfirm={() => disconnect.mutate()}
          question={t`The service forgets the app's key and secrets, and writes nothing to GitHub any more.`}
        >
          <Trans>Disconnect</Trans>
        </ConfirmButton>
      </div>
    </>
  )
}

function State({ app }: { app: ConnectedApp }) {
  if (app.state === 'fine')
    return (
      <Tag tone="moss">
        <Trans>Connected</Trans>
      </Tag>
    )
  return (
    <Tag tone="danger">
      {app.state === 'unknown' ? t`GitHub knows it no more: connect again` : t`GitHub does not answer`}
    </Tag>
  )
}

function Installation({ installation }: { installation: AppInstallation }) {
  const { account, state, quota, repositories, count } = installation
  const more = count - repositories.length
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">
          <bdi>{account}</bdi>
        </h3>
        {state !== 'fine' && (
          <Tag tone="danger">{state === 'suspended' ? t`Suspended` : t`GitHub gives no access`}</Tag>
        )}
        {quota && (
          <span className="text-sm text-muted">
            <Trans>
              {quota.remaining} of {quota.limit} questions left
            </Trans>
          </span>
        )}
      </div>
      <ul className="grid gap-1 text-sm">
        {repositories.map(({ name, lastDelivery }) => (
          <LastDelivery key={name} repository={name} delivery={lastDelivery} />
        ))}
      </ul>
      {more > 0 && (
        <p className="text-sm text-muted">
          {plural(more, { one: 'and one more repository', other: 'and # more repositories' })}
        </p>
      )}
    </li>
  )
}

function Connect({ isAgain }: { isAgain: boolean }) {
  const [organization, setOrganization] = useState('')
  const begin = useAct(async () => {
    const owner = organization.trim()
    postManifest(await furrow.setup.begin(owner === '' ? {} : { organization: owner }))
  })
  return (
    <details open={!isAgain} className="grid gap-3">
      <summary className="cursor-pointer font-semibold">
        {isAgain ? <Trans>Change the key and secrets</Trans> : <Trans>Connect GitHub</Trans>}
      </summary>
      <CheckedForm className="mt-3 grid gap-3 sm:max-w-md" onSubmit={() => begin.mutate()}>
        {isAgain && (
          <p className="text-sm text-muted">
            <Trans>
              This makes a new app. The one before goes on for seven days, in which the new one is installed;
              then delete the old one at GitHub.
            </Trans>
          </p>
        )}
        <Field
          label={t`Organization`}
          hint={t`The owner of the app at GitHub. Leave it empty for your own account.`}
        >
          {bound => (
            <Input
              {...bound}
              value={organization}
              autoComplete="off"
              maxLength={100}
              onChange={({ currentTarget }) => setOrganization(currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={begin.isPending} className="justify-self-start">
          <Trans>Connect GitHub</Trans>
        </Button>
      </CheckedForm>
    </details>
  )
}

/** GitHub takes a manifest as a form alone. */
function postManifest({ action, manifest }: BegunConnection): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'manifest'
  field.value = JSON.stringify(manifest)
  form.append(field)
  document.body.append(form)
  form.submit()
}
