import type { Quest } from '@furrow/sdk'
import { useConfig } from '../service/use-config.ts'
import { pullRequestUrl } from './repo-links.ts'

type PullRequestLinkProps = { quest: Pick<Quest, 'codehostRepo'>; number: number; children: string }

/** Leads to a pull request where its host is known. */
export function PullRequestLink({ quest, number, children }: PullRequestLinkProps) {
  const { codehost } = useConfig()
  const url = pullRequestUrl(quest, number, codehost)
  if (url === null) return children
  return (
    <a href={url} className="underline" rel="noreferrer">
      {children}
    </a>
  )
}
