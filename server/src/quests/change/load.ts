import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { AssignmentRow, QuestRow } from '@furrow/storage/tables.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { type Command, readsOf, subjectOf } from '../../rules/lifecycle/commands/all.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import { loadApplications, toApplication } from './application-rows.ts'
import type { FoundBy } from './found-by.ts'
import { loadChain } from './load-chain.ts'
import { loadNext } from './load-next.ts'
import type { LoadedQuest } from './loaded-quest.ts'
import { loadNamed } from './named-rows.ts'
import { readState } from './place-state.ts'
import { toQuest } from './rows.ts'
import { teamOf, toWork } from './work-rows.ts'

export type Request = {
  readonly questId: string
  readonly command: Command
  readonly use?: KeyUse | null
  readonly found?: FoundBy
  /** Whether somebody waits for the quest as it is afterwards. */
  readonly isAnswered?: boolean
}

/** The query is sent together with the lock, and answered after it. */
export async function loadQuests(
  trx: Db,
  { escrows, secrets }: Pick<Context, 'escrows' | 'secrets'>,
  locking: Promise<readonly QuestRow[]>,
  requests: readonly Request[],
): Promise<Map<string, LoadedQuest>> {
  const [quests, parts] = await Promise.all([locking, loadParts(trx, requests)])
  const [chain, applied, nextOf] = await Promise.all([
    loadChain(trx, escrows, quests, parts),
    loadApplications(trx, quests, requests),
    loadNext(trx, quests),
  ])
  const byQuest = Map.groupBy(parts, ({ quest_id }) => quest_id)
  return new Map(
    quests.map(row => {
      const own = byQuest.get(row.id) ?? []
      const work = own.map(part => toWork(part, chain.askedOf(part)))
      const applications = (applied.get(row.id) ?? []).map(one => toApplication(secrets.sealing, one))
      const quest = toQuest(row, chain.depositOf(row.id), work, applications, nextOf(row))
      const rows = new Map(own.map(part => [part.farmer, part]))
      const escrow = chain.escrowOf(row.id)
      const payeeOf = (farmer: Address) => {
        const part = rows.get(farmer)
        return part === undefined ? farmer : chain.payeeOf(part)
      }
      return [row.id, { row, escrow, payeeOf, before: quest, quest, rows, happened: [] }]
    }),
  )
}

async function loadParts(trx: Db, requests: readonly Request[]): Promise<AssignmentRow[]> {
  // Also those who gave their places up: a farmer who comes back is told from a new one.
  const named = requests.flatMap(({ questId, command }) =>
    farmersOf(command).map(farmer => ({ quest_id: questId, farmer })),
  )
  const rows = named.length === 0 ? [] : await loadNamed(trx, 'assignments', named)
  const wholes = requests.flatMap(({ questId, command }) => (concernsEveryone(command) ? [questId] : []))
  if (wholes.length === 0) return withTeams(trx, rows)
  const live = await trx
    .selectFrom('assignments')
    .selectAll()
    .where('quest_id', 'in', wholes)
    .where('status', 'in', [...liveStatuses])
    .execute()
  return withTeams(trx, distinct([...rows, ...live]))
}

/** A member's part becomes a row of theirs at release, over a given-up place; the contract's wait is each member's. */
async function withTeams(trx: Db, rows: readonly AssignmentRow[]): Promise<AssignmentRow[]> {
  const waiting = rows.flatMap(({ quest_id, team_of, unpaid }) =>
    unpaid === null || team_of !== null ? [] : [quest_id],
  )
  const parts = waiting.length === 0 ? [] : await loadMemberParts(trx, waiting)
  const members = rows.flatMap(({ quest_id, farmer, status, state }) =>
    liveStatuses.some(live => live === status)
      ? teamOf(readState(state)).members.flatMap(({ address }) =>
          address === farmer ? [] : [{ quest_id, farmer: address }],
        )
      : [],
  )
  if (members.length === 0) return distinct([...rows, ...parts])
  return distinct([...rows, ...parts, ...(await loadNamed(trx, 'assignments', members))])
}

function loadMemberParts(trx: Db, questIds: readonly string[]): Promise<AssignmentRow[]> {
  return trx
    .selectFrom('assignments')
    .selectAll()
    .where(isAmong(trx, 'quest_id', questIds))
    .where('team_of', 'is not', null)
    .execute()
}

function distinct(rows: readonly AssignmentRow[]): AssignmentRow[] {
  return [...new Map(rows.map(row => [`${row.quest_id} ${row.farmer}`, row])).values()]
}

function farmersOf(command: Command): readonly Address[] {
  const reads = readsOf(command)
  if (typeof reads !== 'string') return reads
  const subject = subjectOf(command)
  return subject === null ? [] : [subject]
}

function concernsEveryone(command: Command): boolean {
  return readsOf(command) === 'every'
}
