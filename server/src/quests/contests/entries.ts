import type { ContestEntry, ContestEntryQuery } from '@furrow/sdk/contract'
import type { ContestEntryRow } from '@furrow/storage/contest-tables.ts'
import { showHidden } from '../../access/restraints/hidden.ts'
import { roleOf } from '../../access/restraints/moderators.ts'
import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { fitPage } from '../../ground/http/pages.ts'
import { readCursor, readLimit } from '../../ground/http/queries.ts'
import { openPrivate } from '../../people/mail/private-text.ts'
import { findQuestRow } from '../board/one-quest.ts'
import { requireContest } from './require-contest.ts'

const most = 100

export type EntryPage = { readonly entries: readonly ContestEntry[]; readonly next: string | null }

/**
 * The entries that this reader may see, the first one first: all of them, and of a sealed contest the own one alone until
 * entriesUntil. The text of a hidden one is for its author and for moderators.
 * @throws NotFoundError; BadRequestError for a quest that is no contest, and for an invalid limit or cursor.
 */
export async function listEntries(
  context: Context,
  reader: Address | null,
  { id, limit: asked, cursor }: ContestEntryQuery,
): Promise<EntryPage> {
  const limit = readLimit(asked, { most, otherwise: 20 })
  const quest = await findQuestRow(context.db, id)
  const isOwnAlone = isSealed(context, quest)
  if (isOwnAlone && reader === null) return { entries: [], next: null }
  let rows = context.db.selectFrom('contest_entries').selectAll().where('quest_id', '=', id)
  if (isOwnAlone && reader !== null) rows = rows.where('farmer', '=', reader)
  if (cursor !== undefined) {
    const { at, farmer } = readCursor<'at' | 'farmer'>(cursor, /^(?<at>\d{1,16})-(?<farmer>0x[0-9a-f]{40})$/)
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('at', 'farmer'), '>', tuple(Number(at), farmer as Address)),
    )
  }
  const found = await rows
    .orderBy('at')
    .orderBy('farmer')
    .limit(limit + 1)
    .execute()
  const isModerator =
    found.some(({ hidden_at }) => hidden_at !== null) &&
    reader !== null &&
    (await roleOf(context, reader)) !== null
  const shown = await Promise.all(
    found
      .slice(0, limit)
      .map(row => showEntry(context, row, row.hidden_at === null || row.farmer === reader || isModerator)),
  )
  const entries = fitPage(shown)
  const last = found[entries.length - 1]
  const isMore = found.length > entries.length && last !== undefined
  return { entries, next: isMore ? `${last.at}-${last.farmer}` : null }
}

/** Whether only its author reads an entry. @throws BadRequestError for a quest that is no contest. */
function isSealed({ clock }: Context, quest: Parameters<typeof requireContest>[0]): boolean {
  const { sealed, entriesUntil } = requireContest(quest)
  return sealed && clock.now() < entriesUntil
}

export function showOwnEntry(context: Context, row: ContestEntryRow): Promise<ContestEntry> {
  return showEntry(context, row, true)
}

async function showEntry(context: Context, row: ContestEntryRow, isReadable: boolean): Promise<ContestEntry> {
  const { sealing } = context.secrets
  const { id, quest_id: questId, farmer, at, updated_at, hidden_at, prize, word, outcome, votes } = row
  const links = openPrivate(sealing, row.links)
  return {
    id,
    questId,
    farmer: checksum(farmer),
    text: (isReadable && openPrivate(sealing, row.text)) || '',
    links: isReadable && links !== null ? (JSON.parse(links) as string[]) : [],
    at: instant(at),
    updatedAt: instant(updated_at),
    prize,
    word,
    outcome,
    ...(votes !== null && { votes: Number(votes) }),
    ...(hidden_at !== null && { hidden: await showHidden(context.db, 'entry', id, hidden_at) }),
  }
}
