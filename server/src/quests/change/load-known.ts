import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { type Freeze, frozenError, readFreezes } from '../../access/restraints/frozen.ts'
import type { Address } from '../../ground/address.ts'
import { type Command, commands, needs } from '../../rules/lifecycle/commands/all.ts'
import type { Known, Rules } from '../../rules/lifecycle/rules.ts'
import { nothingKnown } from '../../rules/lifecycle/rules.ts'
import { loadEntries } from './contest-rows.ts'
import type { Request } from './load.ts'
import { type Here, type LoadedApplicant, loadApplicants, takerOf } from './load-applicants.ts'
import { loadBackers } from './load-backers.ts'
import type { Happened } from './loaded-quest.ts'

/** It learns from earlier decisions in the same transaction. */
export type Knowledge = {
  /** @throws ForbiddenError where a frozen wallet would begin something. */
  requireUnfrozen(request: Request): void
  of(request: Request): Known
  learn(request: Request, happened: readonly Happened[]): void
  /** As of before: how often each farmer, and each account, has taken a place. */
  readonly takes: ReadonlyMap<Address, LoadedApplicant>
}

export async function loadKnowledge(
  trx: Db,
  locking: Promise<readonly QuestRow[]>,
  requests: readonly Request[],
  rules: Rules,
): Promise<Knowledge> {
  const [freezes, { applicants, hadPart, blocked, here }, reviewed, mirrored, entries, backers] =
    await Promise.all([
      loadFreezes(trx, requests),
      loadApplicants(trx, requests, rules),
      loadReviewed(trx, requests),
      loadMirrored(trx, requests),
      loadEntries(trx, locking, requests),
      loadBackers(trx, requests),
    ])
  const raise = (farmer: Address, count: 'held' | 'atWork' | 'withdrawn' | 'applied', more: number) => {
    const known = applicants.get(farmer)
    if (known !== undefined) applicants.set(farmer, { ...known, [count]: known[count] + more })
  }
  const takes = new Map(applicants)
  return {
    takes,
    requireUnfrozen({ command }) {
      const beginner = beginnerOf(command)
      const freeze = beginner === null ? undefined : freezes.get(beginner)
      if (freeze !== undefined) throw frozenError(freeze)
    },
    of({ questId, command }) {
      const farmer = takerOf(command)
      if (farmer !== null)
        return {
          ...nothingKnown,
          applicant: applicants.get(farmer) ?? null,
          hadPart: hadPart.has(`${questId} ${farmer}`),
          isBlocked: blocked.has(`${questId} ${farmer}`),
          heldHere: here.get(`${questId} ${farmer}`)?.heldHere ?? 0,
          newcomersHere: here.get(`${questId} ${farmer}`)?.newcomersHere ?? 0,
          trust: here.get(`${questId} ${farmer}`)?.trust ?? nothingKnown.trust,
          before: here.get(`${questId} ${farmer}`)?.before ?? null,
          teamHere: here.get(`${questId} ${farmer}`)?.teamHere ?? null,
        }
      if (command.kind === 'review')
        return { ...nothingKnown, reviewed: reviewed.has(reviewKey(questId, command.by, command.reviewee)) }
      if (command.kind === 'mirror')
        return {
          ...nothingKnown,
          ...entries.get(questId),
          mirrored: mirrored.has(eventKey(command.event.hash, command.event.logIndex)),
        }
      if (needs(command, 'entries')) return { ...nothingKnown, ...entries.get(questId) }
      if (needs(command, 'backers')) return { ...nothingKnown, backers: backers.get(questId) ?? [] }
      return nothingKnown
    },
    learn({ questId, command }, happened) {
      if (command.kind === 'mirror') mirrored.add(eventKey(command.event.hash, command.event.logIndex))
      for (const { event } of happened) {
        if (event.kind === 'applied') raise(event.farmer, 'applied', 1)
        if (event.kind === 'accepted') takeHere(here, questId, event)
      }
      for (const deed of happened.flatMap(({ effects }) => effects.deeds)) {
        if (deed.kind === 'accepted') {
          raise(deed.farmer, 'held', 1)
          raise(deed.farmer, 'atWork', 1)
        }
        if (deed.kind === 'held') raise(deed.farmer, 'held', 1)
        if (deed.kind === 'unheld') raise(deed.farmer, 'held', -1)
        if (deed.kind === 'withdrawn') raise(deed.farmer, 'withdrawn', 1)
        if (deed.kind === 'reviewed') reviewed.add(reviewKey(questId, deed.reviewer, deed.reviewee))
      }
    },
  }
}

/** Others of the batch want a place in the same quest, or its farmer in another one of the same giver. */
function takeHere(
  here: Map<string, Here>,
  quest: string,
  { farmer, newcomer = false }: { readonly farmer: Address; readonly newcomer?: boolean },
): void {
  const giver = here.get(`${quest} ${farmer}`)?.giver
  for (const [key, one] of here) {
    const isOwn = one.farmer === farmer && one.giver === giver
    const isSame = newcomer && one.quest === quest
    if (isOwn || isSame)
      here.set(key, {
        ...one,
        heldHere: one.heldHere + (isOwn ? 1 : 0),
        newcomersHere: one.newcomersHere + (isSame ? 1 : 0),
      })
  }
}

function beginnerOf(command: Command): Address | null {
  return commands[command.kind].begins ? command.by : null
}

async function loadFreezes(trx: Db, requests: readonly Request[]): Promise<ReadonlyMap<Address, Freeze>> {
  const beginners = new Set(requests.map(({ command }) => beginnerOf(command)).filter(by => by !== null))
  return beginners.size === 0 ? new Map() : readFreezes(trx, [...beginners])
}

async function loadReviewed(trx: Db, requests: readonly Request[]): Promise<Set<string>> {
  const keys = requests.flatMap(({ questId, command }) =>
    command.kind === 'review'
      ? [{ quest_id: questId, reviewer: command.by, reviewee: command.reviewee }]
      : [],
  )
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ quest_id: string; reviewer: string; reviewee: string }>`
    select r.quest_id, r.reviewer, r.reviewee
    from ${jsonRows(trx, 'k', ['quest_id', 'reviewer', 'reviewee'], keys)}
    ${joinEach(trx, 'reviews', 'r', sql`r.quest_id = k.quest_id and r.reviewer = k.reviewer and r.reviewee = k.reviewee`)}`.execute(
    trx,
  )
  return new Set(rows.map(row => reviewKey(row.quest_id, row.reviewer, row.reviewee)))
}

async function loadMirrored(trx: Db, requests: readonly Request[]): Promise<Set<string>> {
  const hashes = requests.flatMap(({ command }) =>
    command.kind === 'mirror' ? [{ hash: command.event.hash }] : [],
  )
  if (hashes.length === 0) return new Set()
  const { rows } = await sql<{ hash: string; log_index: number }>`
    select e.hash, e.log_index from ${jsonRows(trx, 'k', ['hash'], hashes)}
    ${joinEach(trx, 'escrow_events', 'e', sql`e.hash = k.hash`)}`.execute(trx)
  return new Set(rows.map(row => eventKey(row.hash, row.log_index)))
}

function reviewKey(questId: string, reviewer: string, reviewee: string): string {
  return `${questId} ${reviewer} ${reviewee}`
}

function eventKey(hash: string, logIndex: number): string {
  return `${hash} ${logIndex}`
}
