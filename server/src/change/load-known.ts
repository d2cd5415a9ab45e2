import { sql } from 'kysely'
import type { Address } from '../address.ts'
import type { Db } from '../db/db.ts'
import { jsonRows } from '../db/json-rows.ts'
import type { Command } from '../lifecycle/commands.ts'
import { type Applicant, type Known, nothingKnown } from '../lifecycle/rules.ts'
import { dayOf } from '../quotas/kinds.ts'
import type { Request } from './load.ts'
import type { Happened } from './page.ts'

/** What else decisions rest on; it learns from what was decided before in the same transaction. */
export type Knowledge = {
  of(request: Request): Known
  learn(request: Request, happened: readonly Happened[]): void
}

export async function loadKnowledge(trx: Db, requests: readonly Request[], now: number): Promise<Knowledge> {
  const [applicants, reviewed, mirrored] = await Promise.all([
    loadApplicants(trx, requests, now),
    loadReviewed(trx, requests),
    loadMirrored(trx, requests),
  ])
  const raise = (farmer: Address, count: 'held' | 'withdrawn' | 'applied', more: number) => {
    const known = applicants.get(farmer)
    if (known !== undefined) applicants.set(farmer, { ...known, [count]: known[count] + more })
  }
  return {
    of({ questId, command }) {
      const farmer = takerOf(command)
      if (farmer !== null) return { ...nothingKnown, applicant: applicants.get(farmer) ?? null }
      if (command.kind === 'review')
        return { ...nothingKnown, reviewed: reviewed.has(reviewKey(questId, command.by, command.reviewee)) }
      if (command.kind === 'mirror')
        return {
          ...nothingKnown,
          mirrored: mirrored.has(eventKey(command.event.hash, command.event.logIndex)),
        }
      return nothingKnown
    },
    learn({ questId, command }, happened) {
      if (command.kind === 'mirror') mirrored.add(eventKey(command.event.hash, command.event.logIndex))
      for (const { event } of happened) if (event.kind === 'applied') raise(event.farmer, 'applied', 1)
      for (const deed of happened.flatMap(({ effects }) => effects.deeds)) {
        if (deed.kind === 'accepted') raise(deed.farmer, 'held', 1)
        if (deed.kind === 'held') raise(deed.farmer, 'held', 1)
        if (deed.kind === 'unheld') raise(deed.farmer, 'held', -1)
        if (deed.kind === 'withdrawn') raise(deed.farmer, 'withdrawn', 1)
        if (deed.kind === 'reviewed') reviewed.add(reviewKey(questId, deed.reviewer, deed.reviewee))
      }
    },
  }
}

/** Who takes a place, applies for one, or is given one. */
function takerOf(command: Command): Address | null {
  if (command.kind === 'accept') return command.by
  return command.kind === 'admit' ? command.farmer : null
}

async function loadApplicants(
  trx: Db,
  requests: readonly Request[],
  now: number,
): Promise<Map<Address, Applicant>> {
  const farmers = requests.flatMap(({ command }) =>
    takerOf(command) === null ? [] : [{ address: takerOf(command) as Address }],
  )
  if (farmers.length === 0) return new Map()
  const { rows } = await sql<Applicant & { address: Address }>`
    select k.address, p.codehost_id as account, coalesce(c.held, 0) as held,
      coalesce(c.completed, 0) as completed, coalesce(q.used, 0) as withdrawn, coalesce(s.used, 0) as applied
    from ${jsonRows(trx, 'k', ['address'], farmers)}
    left join profiles p on p.address = k.address
    left join address_counts c on c.address = k.address
    left join quotas q on q.address = k.address and q.kind = 'withdrawals'
      and q.day = ${sql.lit(dayOf('withdrawals', now))}
    left join quotas s on s.address = k.address and s.kind = 'applications'
      and s.day = ${sql.lit(dayOf('applications', now))}`.execute(trx)
  return new Map(rows.map(({ address, ...applicant }) => [address, applicant]))
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
    join reviews r on r.quest_id = k.quest_id and r.reviewer = k.reviewer and r.reviewee = k.reviewee`.execute(
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
    join escrow_events e on e.hash = k.hash`.execute(trx)
  return new Set(rows.map(row => eventKey(row.hash, row.log_index)))
}

function reviewKey(questId: string, reviewer: string, reviewee: string): string {
  return `${questId} ${reviewer} ${reviewee}`
}

function eventKey(hash: string, logIndex: number): string {
  return `${hash} ${logIndex}`
}
