import type { CommunityDaoQuery, NewProposal, Proposal } from '@furrow/sdk/contract'
import type { Selectable } from 'kysely'
import { type Address, checksum } from '../address.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { ProposalTable } from '../db/tables.ts'
import { again } from '../db/transaction.ts'
import { writeAll } from '../db/write-all.ts'
import { createWrites } from '../db/writes.ts'
import { fitPage } from '../http/pages.ts'
import { readLimit } from '../http/queries.ts'
import { type Done, type KeyUse, writeKey } from '../idempotency/kept-keys.ts'
import { createId } from '../ids.ts'
import { withinQuota, writeSpends } from '../quotas/spend.ts'
import { requireUnfrozen } from '../restraints/frozen.ts'

const most = 1_000

export type ProposalPage = { readonly proposals: Proposal[]; readonly next: string | null }

/**
 * Newest first: a page of them, at most 1,000 or about a megabyte.
 * @throws BadRequestError for a limit that is none.
 */
export async function listProposals(db: Db, query: CommunityDaoQuery): Promise<ProposalPage> {
  const limit = readLimit(query.limit, { most })
  let rows = db.selectFrom('proposals').selectAll().where('hidden_at', 'is', null)
  if (query.cursor !== undefined) rows = rows.where('id', '<', query.cursor)
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const proposals = fitPage(found.slice(0, limit).map(showProposal))
  return { proposals, next: found.length > proposals.length ? (proposals.at(-1)?.id ?? null) : null }
}

/**
 * Anyone who is signed in may propose.
 * @throws TooManyRequestsError for one proposal too many in a day.
 */
export async function propose(
  context: Context,
  proposer: Address,
  draft: NewProposal,
  use: KeyUse | null,
): Promise<Proposal> {
  await requireUnfrozen(context.db, proposer)
  const at = context.clock.now()
  const done = { made: createId('proposal', at), at }
  const row = toRow(proposer, draft, done)
  await withinQuota(context, { address: proposer, kind: 'proposals' }, async spend => {
    const writes = createWrites()
    writes.insert('proposals', row)
    writes.count('community_dao')
    writeSpends(writes, context, [spend])
    writeKey(writes, use, done)
    await again(() => writeAll(context.db, writes))
  })
  return showProposal(row)
}

/** A proposal as it was made, whatever became of it. */
export function showProposed(proposer: Address, draft: NewProposal, done: Done): Proposal {
  return showProposal(toRow(proposer, draft, done))
}

function toRow(
  proposer: Address,
  { title, description, category }: NewProposal,
  { made, at }: Done,
): Selectable<ProposalTable> {
  return { id: made, title, description, category, proposer, status: 'open', created_at: at, hidden_at: null }
}

function showProposal(row: Selectable<ProposalTable>): Proposal {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    proposer: checksum(row.proposer),
    status: row.status,
    createdAt: instant(row.created_at),
  }
}
