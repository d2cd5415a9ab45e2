import type { Contest, ContestWinner } from '@furrow/sdk/contract'
import type { ContestEntryRow } from '@furrow/storage/contest-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import { stageOf } from '../../rules/lifecycle/contest.ts'
import { readContestState } from '../change/rows.ts'

type ContestRow = Pick<QuestRow, 'id' | 'contest' | 'contest_entries' | 'status'>

/** The stage follows from the row alone, so cached pages stay true: the job that passes the deadline closes entries. */
export function showContest(row: ContestRow): { contest: Contest } | undefined {
  if (row.contest === null) return undefined
  const state = readContestState(row.contest, row.contest_entries)
  const { counted, decided, disputeEndsAt, ranking } = state
  return {
    contest: {
      prizes: [...state.prizes],
      entriesUntil: instant(state.entriesUntil),
      decideUntil: instant(state.decideUntil),
      maxEntries: state.maxEntries,
      sealed: state.sealed,
      rankBy: state.rankBy,
      entries: state.entries,
      stage: stageOf(state, row.status === 'open' ? state.entriesUntil - 1 : state.entriesUntil),
      ...(ranking !== null && {
        ranking: {
          by: ranking.by,
          at: instant(ranking.at),
          disputableUntil: instant(ranking.endsAt),
          returned: ranking.returned.map(prize => ({ prize })),
        },
      }),
      ...(disputeEndsAt !== null && { dispute: { endsAt: instant(disputeEndsAt) } }),
      ...(counted !== null && { vote: counted }),
      ...(decided !== null && {
        outcome: { because: decided.because, at: instant(decided.at), paid: decided.paid },
      }),
    },
  }
}

export async function readContestInFull(db: Db, row: ContestRow): Promise<{ contest?: Contest }> {
  const shown = showContest(row)
  if (shown === undefined) return {}
  const { contest } = shown
  if (contest.ranking === undefined && contest.outcome === undefined) return shown
  const [winners, words] = await Promise.all([
    db
      .selectFrom('contest_entries')
      .select(['farmer', 'prize', 'word'])
      .where('quest_id', '=', row.id)
      .where('prize', 'is not', null)
      .orderBy('prize')
      .orderBy('at')
      .orderBy('farmer')
      .execute(),
    db.selectFrom('contest_words').select(['about', 'text']).where('quest_id', '=', row.id).execute(),
  ])
  const saidOf = new Map(words.map(({ about, text }) => [about, text || null]))
  return { contest: withWords(contest, winners.map(showWinner), saidOf) }
}

function withWords(
  { ranking, dispute, outcome, ...contest }: Contest,
  winners: ContestWinner[],
  saidOf: ReadonlyMap<string, string | null>,
): Contest {
  const said = (about: string) => saidOf.get(about) ?? null
  const returned = ranking?.returned.map(({ prize }) => ({ prize, reason: said(`prize:${prize}`) })) ?? []
  return {
    ...contest,
    ...(ranking && { ranking: { ...ranking, winners, returned } }),
    ...(dispute && { dispute: { ...dispute, reason: said('dispute') } }),
    ...(outcome && { outcome: { ...outcome, reason: said('decision') } }),
  }
}

type WinnerRow = Pick<ContestEntryRow, 'farmer' | 'prize' | 'word'>

function showWinner({ farmer, prize, word }: WinnerRow): ContestWinner {
  return { farmer: checksum(farmer), prize: prize ?? 0, word }
}
