import { wholeShare } from '@furrow/sdk/amount'
import type { QuestEvent, QuestEventQuery } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { QuestEventTable } from '@furrow/storage/tables.ts'
import type { Selectable } from 'kysely'
import { checksum, toAddress } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { fitPage } from '../../ground/http/pages.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { isAboutApplication } from '../../rules/lifecycle/events/all.ts'
import { keepPublic } from '../../rules/lifecycle/events/public.ts'

const most = 1_000

export type EventPage = { readonly events: readonly QuestEvent[]; readonly next: string | null }

/** A page of at most 1,000 events or about a megabyte. @throws NotFoundError; BadRequestError for an invalid limit. */
export async function listEvents(db: Db, query: QuestEventQuery): Promise<EventPage> {
  const limit = readLimit(query.limit, { most })
  const rows = await db
    .selectFrom('quest_events')
    .selectAll()
    .where('quest_id', '=', query.id)
    .where('number', '>', Number(query.cursor ?? 0))
    .orderBy('number')
    .limit(limit + 1)
    .execute()
  if (rows.length === 0) await requireQuest(db, query.id)
  const events = fitPage(rows.slice(0, limit).map(showEvent))
  const last = events.at(-1)?.number
  return { events, next: rows.length > events.length && last !== undefined ? String(last) : null }
}

export function showEvent(row: Selectable<QuestEventTable>): QuestEvent {
  const farmer = row.farmer && checksum(row.farmer)
  // Applicants who were not chosen are for the giver alone.
  const isPrivate = isAboutApplication(row) && row.kind !== 'admitted'
  const isHis = row.actor === row.farmer
  return {
    number: row.number,
    at: instant(row.at),
    kind: row.kind,
    actor: row.actor === null || (isPrivate && isHis) ? null : checksum(row.actor),
    farmer: isPrivate ? null : farmer,
    ...(row.via !== null && { via: row.via }),
    details: showDetails(keepPublic(row.kind, JSON.parse(row.details) as Record<string, unknown>)),
  }
}

/** Events keep times as numbers, and addresses in lower case. */
function showDetails(details: Readonly<Record<string, unknown>>): QuestEvent['details'] {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      if (name.endsWith('At') && typeof value === 'number') return [name, instant(value)]
      if (name === 'fault') return [name, showDetails(value as Record<string, unknown>)]
      if (name === 'share' || name === 'part') return [name, Number(value) / wholeShare]
      if ((name === 'reviewee' || name === 'payer') && value !== null)
        return [name, checksum(toAddress(String(value)))]
      return [name, name === 'approximate' ? value === 1 : value]
    }),
  )
}

async function requireQuest(db: Db, id: string): Promise<void> {
  const quest = await db.selectFrom('quests').select('id').where('id', '=', id).executeTakeFirst()
  if (quest === undefined) throw new NotFoundError('There is no such quest.', { code: 'quest-not-found' })
}
