import type { SetupHost } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Copied } from './copied.tsx'
import { LastDelivery } from './last-delivery.tsx'

const scopes = { gitlab: 'api', gitea: 'write:issue, write:repository, read:user', github: '' }

/** Hosts without a flow of their own: texts to copy there and into the settings. */
export function HostSteps({ host }: { host: SetupHost }) {
  const [secret] = useState(makeSecret)
  return (
    <>
      <ol className="grid list-decimal gap-4 pl-5">
        <li className="grid gap-2">
          <p>
            <Trans>
              Make an access token of an account for the bot, with these scopes, and set it as CODEHOST_TOKEN.
            </Trans>
          </p>
          <Copied text={scopes[host.kind]} />
          {host.token !== null && <Done />}
        </li>
        <li className="grid gap-2">
          <p>
            <Trans>
              Put a secret for webhooks into the settings. This one was made in your browser just now.
            </Trans>
          </p>
          <Copied text={`CODEHOST_WEBHOOK_SECRET=${secret}`} />
          {host.webhookSecret !== null && <Done />}
        </li>
        <li className="grid gap-2">
          {host.kind === 'gitlab' ? (
            <p>
              <Trans>
                In the project or group, under Settings, Webhooks: this URL, the secret as its token, and the
                triggers Comments, Issues events and Merge request events.
              </Trans>
            </p>
          ) : (
            <p>
              <Trans>
                In the repository or organization, under Settings, Webhooks: this URL, the secret, and the
                events Issues, Issue Comment and Pull Request.
              </Trans>
            </p>
          )}
          <Copied text={host.webhookUrl} />
        </li>
        <li className="grid gap-2">
          <p>
            <Trans>
              For people to link their accounts, make an OAuth application with this callback, and set
              CODEHOST_CLIENT_ID and CODEHOST_CLIENT_SECRET.
            </Trans>
          </p>
          <Copied text={host.callbackUrl} />
          {host.client !== null && <Done />}
        </li>
      </ol>
      {host.lastDeliveries.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {host.lastDeliveries.map(delivery => (
            <LastDelivery key={delivery.repository} repository={delivery.repository} delivery={delivery} />
          ))}
        </ul>
      )}
    </>
  )
}

function Done() {
  return (
    <p className="text-sm text-muted">
      <Trans>The settings have it.</Trans>
    </p>
  )
}

function makeSecret(): string {
  return [...crypto.getRandomValues(new Uint8Array(24))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
}
