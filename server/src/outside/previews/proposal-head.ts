import { findShownProposal } from '../../community/community-dao/votes.ts'
import type { Context } from '../../ground/context.ts'
import type { PageHead } from '../../ground/http/page-head.ts'
import { previewHome } from './home-preview.ts'
import { excerptOf, oneLine } from './words.ts'

const statuses = { open: 'Open', accepted: 'Accepted', rejected: 'Rejected' } as const

/** A proposal's title and state, with the community's own picture. @throws NotFoundError */
export async function readProposalHead(context: Context, id: string): Promise<PageHead> {
  const { proposal, ballot } = await findShownProposal(context.db, id)
  const { description, status, title } = proposal
  const until =
    ballot === null || ballot.closed_at !== null ? '' : `, members vote until ${dayOf(ballot.ends_at)}`
  return {
    title: oneLine(title, 120),
    description: oneLine(`${statuses[status]}${until}. ${excerptOf(description, 200)}`, 300),
    kind: 'article',
    path: `/community-dao/proposals/${id}`,
    picture: previewHome(context).head.picture,
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
