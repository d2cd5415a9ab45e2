import type {
  ContestBallot,
  ContestEntryQuery,
  NewContestBallot,
  OwnContestBallot,
} from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { sql } from 'kysely'
import { commitAfter } from '../../access/commit.ts'
import { type Address, checksum, toAddress } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { findQuestRow } from '../../quests/board/one-quest.ts'
import { lockQuest } from '../../quests/change/lock.ts'
import { requireContest } from '../../quests/contests/require-contest.ts'
import type { Contest } from '../../rules/lifecycle/contest.ts'
import { openContestVote } from './contest-votes.ts'
import { isMember } from './settings.ts'

/**
 * Casts or changes a ballot until the contest's end; the lock on the quest lets one that is in time count. @throws
 * NotFoundError; BadRequestError outside its time, and for entries that cannot win; ForbiddenError for people without a
 * vote.
 */
export function castBallot(
  context: Context,
  caller: Address,
  { questId, entries }: NewContestBallot,
): Promise<ContestBallot> {
  const { clock, config } = context
  const spends = [{ address: caller, kind: 'votes' }] as const
  return commitAfter(context, { spends }, async (trx, commit) => {
    const quest = await lockQuest(trx, questId)
    const at = clock.now()
    const contest = requireVotedOn(quest)
    requireRunning(contest, at)
    await openContestVote(trx, config, questId, at)
    await requireVoter(trx, questId, caller)
    await requireEntries(trx, questId, contest, entries)
    const row = { quest_id: questId, voter: caller, entries: JSON.stringify(entries), at }
    await commit(writes => writes.put('contest_ballots', ['quest_id', 'voter'], row))
    const power = (await readPowers(trx, questId, [caller])).get(caller) ?? 0
    return showBallot(row, power)
  })
}

function requireVotedOn(quest: Parameters<typeof requireContest>[0]): Contest {
  const contest = requireContest(quest)
  if (contest.rankBy !== 'votes')
    throw new BadRequestError('The giver ranks the entries of this contest: nobody votes on them.', {
      code: 'not-voted-on',
    })
  return contest
}

function requireRunning({ decided, decideUntil, entriesUntil, ranking }: Contest, now: number): void {
  if (now < entriesUntil)
    throw new BadRequestError(`The vote begins at ${instant(entriesUntil)}, when entries are closed.`, {
      code: 'vote-not-begun',
    })
  if (decided !== null || ranking !== null || now >= decideUntil)
    throw new BadRequestError(`The vote ended at ${instant(decideUntil)}.`, { code: 'vote-over' })
}

async function requireVoter(trx: Db, questId: string, address: Address): Promise<void> {
  const voter = await trx
    .selectFrom('contest_voters')
    .select('address')
    .where('quest_id', '=', questId)
    .where('address', '=', address)
    .executeTakeFirst()
  if (voter === undefined)
    throw new ForbiddenError(
      'Only people who were members of the community when entries were closed may vote on them, and not the giver, an entrant, or the one who judges disputes.',
      { code: 'members-only' },
    )
}

async function requireEntries(
  trx: Db,
  questId: string,
  { prizes }: Contest,
  named: readonly string[],
): Promise<void> {
  if (named.length > prizes.length || new Set(named).size < named.length)
    throw new BadRequestError(`Name at most ${prizes.length} entries, each once.`, { code: 'ballot-invalid' })
  if (named.length === 0) return
  const there = await trx
    .selectFrom('contest_entries')
    .select('id')
    .where('quest_id', '=', questId)
    .where(isAmong(trx, 'id', named))
    .where('hidden_at', 'is', null)
    .execute()
  const missing = named.find(id => !there.some(entry => entry.id === id))
  if (missing !== undefined)
    throw new BadRequestError(`There is no entry ${missing} in this contest that could win.`, {
      code: 'no-entry',
    })
}

/** The power that counts by each of these ballots: the voter's, and that of delegators without a ballot of their own. */
async function readPowers(
  db: Db,
  questId: string,
  voters: readonly Address[],
): Promise<ReadonlyMap<Address, number>> {
  if (voters.length === 0) return new Map()
  const { rows } = await sql<{ address: Address; power: number }>`
    select v.address, cast(v.weight + coalesce((select sum(d.weight) from contest_voters d
      where d.delegate = v.address and d.quest_id = v.quest_id and not exists
        (select 1 from contest_ballots o where o.quest_id = d.quest_id and o.voter = d.address)), 0) as bigint) as power
    from contest_voters v where v.quest_id = ${questId} and ${isAmong(db, 'v.address', voters)}`.execute(db)
  return new Map(rows.map(({ address, power }) => [address, Number(power)]))
}

type BallotRow = {
  readonly quest_id: string
  readonly voter: Address
  readonly entries: string
  readonly at: number
}

function showBallot({ quest_id, voter, entries, at }: BallotRow, power: number): ContestBallot {
  return {
    questId: quest_id,
    voter: checksum(voter),
    power,
    entries: JSON.parse(entries) as string[],
    at: instant(at),
  }
}

const most = 100

/** By voter. @throws NotFoundError; BadRequestError until they are counted, and for an invalid limit or cursor. */
export async function listBallots(
  { db }: Context,
  { id, limit: asked, cursor }: ContestEntryQuery,
): Promise<{ readonly ballots: ContestBallot[]; readonly next: string | null }> {
  const limit = readLimit(asked, { most })
  const contest = requireVotedOn(await findQuestRow(db, id))
  if (contest.counted === null && contest.decided === null)
    throw new BadRequestError('The ballots on these entries are shown once they are counted.', {
      code: 'votes-secret',
    })
  const rows = await db
    .selectFrom('contest_ballots')
    .selectAll()
    .where('quest_id', '=', id)
    .$if(cursor !== undefined, query => query.where('voter', '>', toAddress(cursor ?? '')))
    .orderBy('voter')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const voters = shown.map(({ voter }) => voter)
  const powers = await readPowers(db, id, voters)
  const ballots = shown.map(row => showBallot(row, powers.get(row.voter) ?? 0))
  return { ballots, next: rows.length > limit ? (voters.at(-1) ?? null) : null }
}

/** Whether the caller may vote on the entries, and how they did. @throws NotFoundError; BadRequestError for no such contest. */
export async function readOwnBallot(
  context: Context,
  caller: Address,
  questId: string,
): Promise<OwnContestBallot> {
  const { db } = context
  const quest = await findQuestRow(db, questId)
  requireVotedOn(quest)
  const row = await db
    .selectFrom('contest_ballots')
    .selectAll()
    .where('quest_id', '=', questId)
    .where('voter', '=', caller)
    .executeTakeFirst()
  if (row !== undefined) {
    const power = (await readPowers(db, questId, [caller])).get(caller) ?? 0
    return { mayVote: true, ballot: showBallot(row, power) }
  }
  return { mayVote: await mayVote(context, quest, caller), ballot: null }
}

/** Until somebody votes, or the membership changes, those are the members as they are. */
async function mayVote(
  { config, db }: Context,
  { id, giver }: { readonly id: string; readonly giver: Address },
  caller: Address,
): Promise<boolean> {
  const opened = await db
    .selectFrom('contest_votes as v')
    .leftJoin('contest_voters as m', join =>
      join.onRef('m.quest_id', '=', 'v.quest_id').on('m.address', '=', caller),
    )
    .select('m.address')
    .where('v.quest_id', '=', id)
    .executeTakeFirst()
  if (opened !== undefined) return opened.address !== null
  if (caller === giver || caller === config.platformWallet || !(await isMember(db, caller))) return false
  const entry = await db
    .selectFrom('contest_entries')
    .select('id')
    .where('quest_id', '=', id)
    .where('farmer', '=', caller)
    .executeTakeFirst()
  return entry === undefined
}
