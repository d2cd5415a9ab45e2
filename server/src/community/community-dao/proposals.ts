import type { CommunityDaoQuery, NewProposal, Proposal } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { commit } from '../../access/commit.ts'
import type { Done, KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Spend } from '../../access/quotas/kinds.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { TooManyRequestsError } from '../../ground/errors.ts'
import { fitPage } from '../../ground/http/pages.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { createId } from '../../ground/ids.ts'
import { makeBallot, type ProposalRow, showProposal } from './ballot.ts'
import { freezeWorks, toWorkRows } from './pay-works.ts'
import { readReceiptKey } from './receipt-key.ts'
import { isMember, readSettings, requireMayPropose } from './settings.ts'
import { bindToKey } from './signatures.ts'
import { findProposal } from './votes.ts'

const most = 1_000

export type ProposalPage = { readonly proposals: Proposal[]; readonly next: string | null }

/** A page of proposals, newest first: at most 1,000 or about a megabyte. @throws BadRequestError for an invalid limit. */
export async function listProposals(db: Db, query: CommunityDaoQuery): Promise<ProposalPage> {
  const limit = readLimit(query.limit, { most })
  let rows = db.selectFrom('proposals').selectAll().where('hidden_at', 'is', null)
  if (query.cursor !== undefined) rows = rows.where('id', '<', query.cursor)
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = found.slice(0, limit)
  const ballots = await readBallots(db, page)
  const proposals = fitPage(page.map(row => showProposal(row, ballots.get(row.id) ?? null)))
  return { proposals, next: found.length > proposals.length ? (proposals.at(-1)?.id ?? null) : null }
}

async function readBallots(db: Db, proposals: readonly ProposalRow[]) {
  const ids = proposals.map(({ id }) => id)
  const rows = await db
    .selectFrom('ballots')
    .selectAll()
    .where(isAmong(db, 'proposal_id', ids))
    .execute()
  return new Map(rows.map(row => [row.proposal_id, row]))
}

/**
 * With an end, members vote until then. @throws ForbiddenError for people who may not propose; BadRequestError for an
 * invalid vote; TooManyRequestsError for too many in a day, or too many votes at once.
 */
export async function propose(
  context: Context,
  proposer: Address,
  draft: NewProposal,
  use: KeyUse | null,
): Promise<Proposal> {
  const { clock, db } = context
  const settings = await readSettings(db)
  await requireMayPropose(context, proposer, settings)
  const at = clock.now()
  const { publicKey } = await readReceiptKey(context)
  const done = { made: bindToKey(createId('proposal', at), publicKey), at }
  const row = toRow(proposer, draft, done)
  const pay = await freezeWorks(context, draft.pay)
  const ballot = makeBallot(row, draft, settings, { at, pay })
  const spends: Spend[] = [{ address: proposer, kind: 'proposals' }]
  if (ballot !== null) {
    await requireRoomFor(db, proposer)
    spends.push({ address: proposer, kind: 'live-votes' })
  }
  await commit(context, { key: { use, ...done }, spends }, writes => {
    writes.insert('proposals', row)
    if (ballot !== null) writes.insert('ballots', ballot)
    for (const work of pay === null ? [] : toWorkRows(row.id, pay)) writes.insert('proposal_works', work)
    writes.count('community_dao')
  })
  return showProposal(row, ballot)
}

const mostOfStrangers = 20

/** Wallets cost nothing: non-members share a limit of votes under way, so that members always find room. */
async function requireRoomFor(db: Db, proposer: Address): Promise<void> {
  if (await isMember(db, proposer)) return
  const running = await db
    .selectFrom('ballots as b')
    .innerJoin('proposals as p', 'p.id', 'b.proposal_id')
    .leftJoin('dao_members as m', 'm.address', 'p.proposer')
    .select('b.proposal_id')
    .where('b.closed_at', 'is', null)
    .where('m.address', 'is', null)
    .limit(mostOfStrangers)
    .execute()
  if (running.length >= mostOfStrangers)
    throw new TooManyRequestsError(
      3_600,
      `${mostOfStrangers} proposals of people who are no members are being voted on, which is the most; propose without a vote, or later.`,
      { code: 'proposals-full' },
    )
}

export async function showProposed(
  { db }: Context,
  proposer: Address,
  draft: NewProposal,
  done: Done,
): Promise<Proposal> {
  const row = toRow(proposer, draft, done)
  if (draft.endsAt === undefined) return showProposal(row)
  const { ballot } = await findProposal(db, done.made)
  return showProposal(row, ballot && { ...ballot, outcome: null })
}

function toRow(
  proposer: Address,
  { title, description, category }: NewProposal,
  { made, at }: Done,
): ProposalRow {
  return { id: made, title, description, category, proposer, status: 'open', created_at: at, hidden_at: null }
}
