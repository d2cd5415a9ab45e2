import type { KeptPlaceNote, PlaceNote } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import { type Address, checksum, toAddress } from '../../ground/address.ts'
import type { Secrets } from '../../ground/config/secrets.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { openPrivate, sealPrivate } from '../../people/mail/private-text.ts'
import { requireGiver } from '../../rules/lifecycle/commands/requirements.ts'
import { hidden } from '../change/few-farmers.ts'
import { askRule } from '../change/refused.ts'
import { findQuestRow } from './one-quest.ts'

/** A giver's notes on the places of one quest, opened; the quest's places bound their number. */
export async function readPlaceNotes(
  db: Db,
  { sealing }: Secrets,
  questId: string,
): Promise<ReadonlyMap<Address, KeptPlaceNote>> {
  const rows = await db
    .selectFrom('place_notes')
    .select(['farmer', 'label', 'note'])
    .where('quest_id', '=', questId)
    .execute()
  return new Map(
    rows.map(({ farmer, label, note }) => [
      farmer,
      { label: openPrivate(sealing, label), note: openPrivate(sealing, note) },
    ]),
  )
}

/** Missing fields stay. @throws NotFoundError; ForbiddenError for all but the giver; BadRequestError for no place. */
export async function notePlace(
  { db, clock, secrets: { sealing } }: Context,
  giver: Address,
  { questId, farmer, label, note }: PlaceNote,
): Promise<KeptPlaceNote> {
  const row = await findQuestRow(db, questId)
  const at = clock.now()
  askRule(at, () => requireGiver(row, giver))
  const sealed = { label: sealPrivate(sealing, label ?? null), note: sealPrivate(sealing, note ?? null) }
  const stays = (given: unknown, name: 'label' | 'note') =>
    given === undefined ? sql`place_notes.${sql.ref(name)}` : sql`excluded.${sql.ref(name)}`
  // From the place itself: no note outlives a farmer who leaves just then.
  const { rows } = await sql<KeptPlaceNote>`
    insert into place_notes (quest_id, farmer, giver, label, note, updated_at)
    select quest_id, farmer, giver, cast(${sealed.label} as text), cast(${sealed.note} as text), cast(${at} as bigint)
      from assignments where quest_id = ${questId} and farmer = ${toAddress(farmer)} and giver = ${giver}
        and status not in (${sql.join(hidden.map(status => sql.lit(status)))})
    on conflict (quest_id, farmer) do update set label = ${stays(label, 'label')},
      note = ${stays(note, 'note')}, updated_at = excluded.updated_at
    returning label, note`.execute(db)
  const [kept] = rows
  if (kept === undefined)
    throw new BadRequestError(`${checksum(toAddress(farmer))} has no place in this quest.`, {
      code: 'no-place',
    })
  if (kept.label === null && kept.note === null)
    await db
      .deleteFrom('place_notes')
      .where('quest_id', '=', questId)
      .where('farmer', '=', toAddress(farmer))
      .where('label', 'is', null)
      .where('note', 'is', null)
      .execute()
  return { label: openPrivate(sealing, kept.label), note: openPrivate(sealing, kept.note) }
}
