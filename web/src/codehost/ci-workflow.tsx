import { Trans } from '@lingui/react/macro'
import { base } from '../service/furrow.ts'
import { CodeBox } from '../ui/code-box.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Section } from '../ui/section.tsx'

/** The workflow that tells the service of a merge: it checks nothing out and needs no secret. */
function workflowFor(service: string): string {
  return `# .github/workflows/furrow.yml
name: Furrow
on:
  pull_request_target:
    types: [closed]
permissions: {}
jobs:
  verify:
    if: github.event.pull_request.merged
    runs-on: ubuntu-latest
    steps:
      - name: Tell Furrow of the merge
        env:
          REPO: \${{ github.repository }}
          PR: \${{ github.event.pull_request.number }}
        run: |
          curl --fail-with-body --retry 5 --retry-all-errors \\
            -H 'content-type: application/json' \\
            -d "{\\"repo\\":\\"$REPO\\",\\"pr\\":$PR}" \\
            ${service}/verify
`
}

export function CiWorkflow() {
  const text = workflowFor(new URL(base, location.origin).href.replace(/\/$/, ''))
  return (
    <Section className="grid min-w-0 gap-3">
      <h2 className="text-xl font-semibold">
        <Trans>One file in your repository</Trans>
      </h2>
      <p className="text-sm text-muted">
        <Trans>It tells this service when a pull request is merged.</Trans>
      </p>
      <CodeBox text={text} className="max-h-56 text-xs" />
      <CopyButton text={text} />
    </Section>
  )
}
