import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import { type Command, needs } from '../../rules/lifecycle/commands/all.ts'
import type { ContestDecided, PayoutBegun, Ranked } from '../../rules/lifecycle/events/contest-events.ts'
import { type Known, nothingKnown } from '../../rules/lifecycle/rules.ts'
import { countBallots, noBallots } from './contest-ballots.ts'
import type { LoadedQuest } from './loaded-quest.ts'
import { toPayees } from './payee-rows.ts'

export type LoadedEntries = Pick<Known, 'entries' | 'ballots' | 'payees'>

/**
 * The entries of contests that a command decides about, the first one first, with the ballots on them. They are locked with
 * their quest. Commands of the chain are about any quest, and few quests are contests.
 */
export async function loadEntries(
  trx: Db,
  locking: Promise<readonly Pick<QuestRow, 'id' | 'contest'>[]>,
  requests: readonly { readonly questId: string; readonly command: Command }[],
): Promise<ReadonlyMap<string, LoadedEntries>> {
  if (!requests.some(({ command }) => needs(command, 'entries'))) return new Map()
  const contests = new Set((await locking).flatMap(({ id, contest }) => (contest === null ? [] : [id])))
  const asking = (need: 'entries' | 'ballots') =>
    requests.flatMap(({ questId, command }) =>
      contests.has(questId) && needs(command, need) ? [questId] : [],
    )
  const ids = asking('entries')
  if (ids.length === 0) return new Map()
  const ballots = await countBallots(trx, asking('ballots'))
  const rows = await trx
    .selectFrom('contest_entries')
    .select(['quest_id', 'farmer', 'id', 'account', 'at', 'hidden_at', 'prize', 'part'])
    .where(isAmong(trx, 'quest_id', ids))
    .orderBy('at')
    .orderBy('farmer')
    .execute()
  const payees = await loadPayees(
    trx,
    rows.flatMap(({ part, quest_id }) => (part === null ? [] : [quest_id])),
  )
  const byQuest = Map.groupBy(rows, ({ quest_id }) => quest_id)
  return new Map(
    [...byQuest].map(([questId, some]) => {
      const { counted, votes } = ballots.get(questId) ?? noBallots
      const entries = some.map(({ farmer, id, account, at, hidden_at, prize, part }) => ({
        ...{ farmer, account, at, hidden: hidden_at !== null, prize, part, votes: votes.get(id) ?? 0 },
      }))
      return [questId, { entries, ballots: counted, payees: payees.get(questId) ?? nothingKnown.payees }]
    }),
  )
}

async function loadPayees(
  trx: Db,
  questIds: readonly string[],
): Promise<ReadonlyMap<string, LoadedEntries['payees']>> {
  if (questIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('escrows')
    .innerJoin('escrow_payees', join =>
      join
        .onRef('escrow_payees.quest_id', '=', 'escrows.quest_id')
        .onRef('escrow_payees.account', '=', 'escrows.prizes_account'),
    )
    .select(['escrows.quest_id', 'payees', 'parts'])
    .where(isAmong(trx, 'escrows.quest_id', [...new Set(questIds)]))
    .execute()
  return new Map(rows.map(({ quest_id, ...row }) => [quest_id, toPayees(row)]))
}

/** The ranking and the end of each entry, and the reasons; each entry has its last state here, and is written once. */
export function writeContest(writes: Writes, { row, happened }: LoadedQuest): void {
  const entries = new Map<Address, EntryColumns>()
  const set = (farmer: Address, columns: EntryColumns) =>
    entries.set(farmer, { ...entries.get(farmer), ...columns })
  for (const { at, actor, event } of happened) {
    const say = (about: string, text: string) =>
      actor !== null &&
      writes.put('contest_words', ['quest_id', 'about'], { quest_id: row.id, about, author: actor, text, at })
    if (event.kind === 'ranked') {
      setRanking(set, event)
      for (const { prize, reason } of event.returned) say(`prize:${prize}`, reason)
    }
    if (event.kind === 'ranking-disputed') say('dispute', event.reason)
    if (event.kind === 'payout-begun') {
      setParts(set, event)
      if (event.reason !== undefined) say('decision', event.reason)
    }
    if (event.kind === 'contest-decided') {
      setOutcomes(set, event)
      if (event.reason !== undefined) say('decision', event.reason)
    }
  }
  for (const [farmer, columns] of entries)
    writes.set('contest_entries', ['quest_id', 'farmer'], { quest_id: row.id, farmer, ...columns })
}

type EntryColumns = {
  readonly prize?: number | null
  readonly word?: string | null
  readonly part?: string
  readonly outcome?: 'won' | 'not-won'
  readonly votes?: number
}
type SetEntry = (farmer: Address, columns: EntryColumns) => void

function setRanking(set: SetEntry, { ranking, rankedBy, others, votes = [] }: Ranked): void {
  for (const { farmer, prize, word } of ranking) set(farmer, { prize, word })
  // The first ranking finds them without a prize.
  if (rankedBy === 'arbiter') for (const farmer of others) set(farmer, { prize: null, word: null })
  for (const { farmer, votes: own } of votes) set(farmer, { votes: own })
}

function setParts(set: SetEntry, { parts, votes = [] }: PayoutBegun): void {
  for (const { farmer, part } of parts) set(farmer, { part })
  for (const { farmer, votes: own } of votes) set(farmer, { votes: own })
}

function setOutcomes(set: SetEntry, { paidTo, others, votes = [] }: ContestDecided): void {
  for (const farmer of paidTo) set(farmer, { outcome: 'won' })
  for (const farmer of others) set(farmer, { outcome: 'not-won' })
  for (const { farmer, votes: own } of votes) set(farmer, { votes: own })
}
