import {
  type CastVote,
  type KeptVote,
  type OwnVote,
  type ProposalDetails,
  type Vote,
  type VotesQuery,
  voteFields,
} from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { shareRows } from '@furrow/storage/locked.ts'
import { readTogether } from '@furrow/storage/read-together.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { BallotRow, VoteRow } from '@furrow/storage/vote-tables.ts'
import { requireSignerOf } from '../../access/auth/signer.ts'
import { hashTyped } from '../../access/auth/typed-data.ts'
import { commitAfter } from '../../access/commit.ts'
import { type Address, checksum, toAddress } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ChangedError, ForbiddenError, NotFoundError } from '../../ground/errors.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { oneFor } from '../../ground/one-for.ts'
import { choicesOf, type ProposalRow, readDomain, showBallot, showProposal } from './ballot.ts'
import { openBallot } from './open-ballots.ts'
import { showPayout } from './payout-works.ts'
import { readReceiptKey } from './receipt-key.ts'
import { withReceipt } from './receipts.ts'
import { readTally } from './tally.ts'

export type Found = { readonly proposal: ProposalRow; readonly ballot: BallotRow | null }

/** @throws NotFoundError */
export async function findProposal(db: Db, id: string): Promise<Found> {
  const [proposal, ballot] = await Promise.all([
    db.selectFrom('proposals').selectAll().where('id', '=', id).executeTakeFirst(),
    db.selectFrom('ballots').selectAll().where('proposal_id', '=', id).executeTakeFirst(),
  ])
  if (proposal === undefined)
    throw new NotFoundError(`There is no proposal ${id}.`, { code: 'proposal-not-found' })
  return { proposal, ballot: ballot ?? null }
}

/** Like `findProposal`, for readers: proposals hidden by a moderator are not found. @throws NotFoundError */
export async function findShownProposal(db: Db, id: string): Promise<Found> {
  const found = await findProposal(db, id)
  if (found.proposal.hidden_at !== null)
    throw new NotFoundError(`There is no proposal ${id}.`, { code: 'proposal-not-found' })
  return found
}

/** @throws NotFoundError; BadRequestError for a proposal that is not voted on. */
export async function findBallot(db: Db, id: string): Promise<{ proposal: ProposalRow; ballot: BallotRow }> {
  const { proposal, ballot } = await findProposal(db, id)
  if (ballot === null) throw new BadRequestError('This proposal is not voted on.', { code: 'not-voted-on' })
  return { proposal, ballot }
}

/** Like `findBallot`, for readers. @throws NotFoundError, also for hidden proposals; BadRequestError */
export async function findShownBallot(db: Db, id: string): Promise<BallotRow> {
  const { ballot } = await findShownProposal(db, id)
  if (ballot === null) throw new BadRequestError('This proposal is not voted on.', { code: 'not-voted-on' })
  return ballot
}

const detailsOf = oneFor((context: Context) =>
  readTogether(async (ids: readonly string[]) => {
    const found = await Promise.all(
      ids.map(async id => [id, await readDetails(context, id).catch(noProposal)] as const),
    )
    return new Map(found.flatMap(([id, details]) => (details === null ? [] : [[id, details] as const])))
  }),
)

function noProposal(error: unknown): null {
  if (error instanceof NotFoundError) return null
  throw error
}

/** @throws NotFoundError, also for a hidden proposal; voters go on with the copy they were shown. */
export async function showDetails(context: Context, id: string): Promise<ProposalDetails> {
  const details = await detailsOf(context)(id)
  if (details === undefined)
    throw new NotFoundError(`There is no proposal ${id}.`, { code: 'proposal-not-found' })
  return details
}

async function readDetails(context: Context, id: string): Promise<ProposalDetails> {
  const { clock, db } = context
  const { proposal, ballot } = await findShownProposal(db, id)
  if (ballot === null) return { ...showProposal(proposal), ballot: null, payout: null }
  const result = ballot.result === null ? await liveTally(db, ballot) : JSON.parse(ballot.result)
  const { publicKey: receiptKey } = await readReceiptKey(context)
  const shown = { ...showBallot(ballot, await readDomain(context), result, clock.now()), receiptKey }
  const payout = await showPayout(context, ballot)
  return { ...showProposal(proposal, ballot), ballot: shown, payout }
}

function liveTally(db: Db, ballot: BallotRow) {
  return ballot.tally === 'live' && ballot.opened_at !== null ? readTally(db, ballot) : null
}

async function hashVote(
  context: Pick<Context, 'db'>,
  { id, title }: Pick<ProposalRow, 'id' | 'title'>,
  { terms }: Pick<BallotRow, 'terms'>,
  { voter, choice, number }: { readonly voter: string; readonly choice: string; readonly number: number },
): Promise<Uint8Array> {
  const values = { proposal: id, title, choice, terms, voter, number }
  return hashTyped(await readDomain(context), 'Vote', voteFields, values)
}

/**
 * The time that counts is that of the transaction writing the vote: it holds the ballot, and closing it waits. No two
 * voters write the same row.
 * @throws NotFoundError; BadRequestError outside its time, or for no choice of it; ForbiddenError for no member at the
 * start; UnauthorizedError for another's signature; ChangedError for an older vote.
 */
export async function castVote(context: Context, caller: Address, given: CastVote): Promise<KeptVote> {
  const { clock, config, db } = context
  const { proposal, ballot } = await findBallot(db, given.proposalId)
  requireRunning(ballot, clock.now())
  const choice = choicesOf(ballot).indexOf(given.choice)
  if (choice === -1)
    throw new BadRequestError('This is no choice of the proposal.', { code: 'choice-unknown' })
  if (ballot.opened_at === null)
    await transaction(db, trx => openBallot(trx, config, proposal.id, clock.now()))
  const weight = await requireVoter(db, proposal.id, caller)
  const hash = await hashVote(context, proposal, ballot, { ...given, voter: caller })
  const chain_id = await requireSignerOf(context, caller, hash, given.signature)
  const spends = [{ address: caller, kind: 'votes' }] as const
  const written = await commitAfter(context, { spends }, async (trx, commit) => {
    const held = await shareRows(
      trx,
      trx.selectFrom('ballots').selectAll().where('proposal_id', '=', proposal.id),
    ).executeTakeFirst()
    if (held === undefined)
      throw new NotFoundError(`There is no proposal ${proposal.id}.`, { code: 'proposal-not-found' })
    const at = clock.now()
    requireRunning(held, at)
    const { number, signature } = given
    const row = { proposal_id: proposal.id, voter: caller, choice, number, signature, chain_id, at }
    const kept = await writeVote(trx, row)
    if (kept === row) await commit()
    return kept
  })
  return withReceipt(await readReceiptKey(context), proposal, ballot, showVote(ballot, written), weight)
}

/** A repeated equal vote changes nothing. */
async function writeVote(trx: Db, row: VoteRow): Promise<VoteRow> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('votes')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['proposal_id', 'voter'])
        .doUpdateSet(({ ref }) => ({
          choice: ref('excluded.choice'),
          number: ref('excluded.number'),
          signature: ref('excluded.signature'),
          chain_id: ref('excluded.chain_id'),
          at: ref('excluded.at'),
        }))
        .whereRef('votes.number', '<', 'excluded.number'),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return row
  const kept = await findVote(trx, row.proposal_id, row.voter)
  if (kept?.number === row.number && kept.signature === row.signature) return kept
  throw new ChangedError(
    `You have voted since with the number ${kept?.number}: sign again with a higher one to change it.`,
    { code: 'signed-since' },
  )
}

function requireRunning(ballot: BallotRow, now: number): void {
  if (now < ballot.starts_at)
    throw new BadRequestError(`The vote begins at ${instant(ballot.starts_at)}.`, { code: 'vote-not-begun' })
  if (ballot.closed_at !== null || now >= ballot.ends_at)
    throw new BadRequestError(`The vote ended at ${instant(ballot.ends_at)}.`, { code: 'vote-over' })
}

async function requireVoter(db: Db, proposalId: string, address: Address): Promise<number> {
  const member = await db
    .selectFrom('ballot_members')
    .select('weight')
    .where('proposal_id', '=', proposalId)
    .where('address', '=', address)
    .executeTakeFirst()
  if (member === undefined)
    throw new ForbiddenError('Only people who were members of the community when the vote began may vote.', {
      code: 'members-only',
    })
  return member.weight
}

function findVote(db: Db, proposalId: string, voter: Address): Promise<VoteRow | undefined> {
  return db
    .selectFrom('votes')
    .selectAll()
    .where('proposal_id', '=', proposalId)
    .where('voter', '=', voter)
    .executeTakeFirst()
}

export function showVote(ballot: Pick<BallotRow, 'choices'>, row: VoteRow): Vote {
  return {
    proposalId: row.proposal_id,
    voter: checksum(row.voter),
    choice: choicesOf(ballot)[row.choice] as string,
    number: row.number,
    at: instant(row.at),
    signature: row.signature,
    chainId: row.chain_id,
  }
}

const most = 1_000

/** The votes, by voter's address. @throws NotFoundError; BadRequestError before the end where votes are shown at the end. */
export async function listVotes(
  { db }: Context,
  { proposal: id, limit: given, cursor }: VotesQuery,
): Promise<{ readonly votes: Vote[]; readonly next: string | null }> {
  const limit = readLimit(given, { most })
  const ballot = await findShownBallot(db, id)
  requireShown(ballot)
  const rows = await db
    .selectFrom('votes')
    .selectAll()
    .where('proposal_id', '=', id)
    .$if(cursor !== undefined, query => query.where('voter', '>', toAddress(cursor ?? '')))
    .orderBy('voter')
    .limit(limit + 1)
    .execute()
  const votes = rows.slice(0, limit).map(row => showVote(ballot, row))
  return { votes, next: rows.length > limit ? (votes.at(-1)?.voter.toLowerCase() ?? null) : null }
}

/** @throws BadRequestError */
export function requireShown({ tally, closed_at }: BallotRow): void {
  if (tally === 'end' && closed_at === null)
    throw new BadRequestError('The votes on this proposal are shown when it has ended.', {
      code: 'votes-secret',
    })
}

/** The caller's vote, weight and delegations in a ballot. @throws NotFoundError; BadRequestError */
export async function readOwnVote(context: Context, caller: Address, id: string): Promise<OwnVote> {
  const { db } = context
  const ballot = await findShownBallot(db, id)
  const { proposal } = await findProposal(db, id)
  const member = await db
    .selectFrom('ballot_members')
    .select(['weight', 'delegate'])
    .where('proposal_id', '=', id)
    .where('address', '=', caller)
    .executeTakeFirst()
  const vote = await findVote(db, id, caller)
  const { represents } = await db
    .selectFrom('ballot_members as m')
    .leftJoin('votes as v', join =>
      join.onRef('v.proposal_id', '=', 'm.proposal_id').onRef('v.voter', '=', 'm.address'),
    )
    .select(({ fn }) => fn.countAll<number>().as('represents'))
    .where('m.delegate', '=', caller)
    .where('m.proposal_id', '=', id)
    .where('v.voter', 'is', null)
    .executeTakeFirstOrThrow()
  const delegate = member?.delegate ?? null
  // Whether the delegate has voted is no secret where votes are shown.
  const voted =
    delegate !== null && ballot.tally === 'live' && (await findVote(db, id, delegate)) !== undefined
  return {
    vote:
      vote === undefined
        ? null
        : withReceipt(
            await readReceiptKey(context),
            proposal,
            ballot,
            showVote(ballot, vote),
            member?.weight ?? 0,
          ),
    weight: member?.weight ?? null,
    delegate: delegate === null ? null : { address: checksum(delegate), voted },
    represents: Number(represents),
  }
}
