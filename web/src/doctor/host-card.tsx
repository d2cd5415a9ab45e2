import type { SetupHost } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Section } from '../ui/section.tsx'
import { CheckRepository } from './check-repository.tsx'
import { Copied } from './copied.tsx'
import { GithubApp } from './github-app.tsx'
import { HostSteps } from './host-steps.tsx'

/** The code host, and how the service is connected to it. */
export function HostCard({ host }: { host: SetupHost | null }) {
  return (
    <Section className="grid gap-4 [overflow-wrap:anywhere]">
      <h2 className="text-xl font-semibold">
        <Trans>The code host</Trans>
      </h2>
      {host === null ? <NoHost /> : <Host host={host} />}
    </Section>
  )
}

function NoHost() {
  return (
    <>
      <p>
        <Trans>
          No code host is set: nothing proves work by a merge. Put these lines into the settings for GitHub,
          and start the service again. For Gitea, Forgejo or GitLab, name that kind, and its address in
          CODEHOST_URL.
        </Trans>
      </p>
      <Copied text={'CODEHOST_KIND=github\nCODEHOST_BOT=true'} />
    </>
  )
}

function Host({ host }: { host: SetupHost }) {
  return (
    <>
      <p className="text-muted">
        <bdi>{host.url}</bdi>
      </p>
      {host.kind === 'github' ? <GithubApp host={host} /> : <HostSteps host={host} />}
      {!host.bot && (
        <>
          <p>
            <Trans>The bot is off: nothing is read or written in issues. This line turns it on.</Trans>
          </p>
          <Copied text="CODEHOST_BOT=true" />
        </>
      )}
      <CheckRepository />
      <Link to="/quests/import" className="justify-self-start text-moss underline">
        <Trans>Import many issues at once</Trans>
      </Link>
    </>
  )
}
