import type { Language } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { type Languages, readLanguages } from '../../people/mail/notices/languages.ts'
import { subjectOf } from '../../rules/lifecycle/commands/all.ts'
import type { Request } from './load.ts'
import type { LoadedQuest } from './loaded-quest.ts'

/** The languages of those whom most changes are told: givers, and the people in the commands. It is sent with the first reads. */
export async function readLanguagesAhead(db: Db, requests: readonly Request[]): Promise<Languages> {
  const named = [...namedIn(requests)].map(address => ({ address }))
  const quests = [...new Set(requests.map(({ questId }) => questId))].map(id => ({ id }))
  const { rows } = await sql<{ address: Address; language: Language }>`
    select p.address, p.language from (
      select k.address from ${jsonRows(db, 'k', ['address'], named)}
      union select q.giver from ${jsonRows(db, 'i', ['id'], quests)}
      ${joinEach(db, 'quests', 'q', sql`q.id = i.id`)}) as r
    ${joinEach(db, 'profiles', 'p', sql`p.address = r.address and p.language is not null`)}`.execute(db)
  return new Map(rows.map(({ address, language }) => [address, language]))
}

/** The languages of all readers; those of whom nothing was read ahead are read now. */
export async function completeLanguages(
  db: Db,
  ahead: Languages,
  { requests, turned }: { readonly requests: readonly Request[]; readonly turned: readonly LoadedQuest[] },
): Promise<Languages> {
  const asked = namedIn(requests)
  for (const { row } of turned) asked.add(row.giver)
  const others = readersOf(turned).filter(reader => !asked.has(reader))
  if (others.length === 0) return ahead
  return new Map([...ahead, ...(await readLanguages(db, others))])
}

function namedIn(requests: readonly Request[]): Set<Address> {
  return new Set(
    requests.flatMap(({ command }) => [command.by, subjectOf(command)].filter(one => one !== null)),
  )
}

function readersOf(loadedQuests: readonly LoadedQuest[]): Address[] {
  return loadedQuests.flatMap(({ happened }) =>
    happened.flatMap(({ effects }) => effects.notices.flatMap(({ to }) => to)),
  )
}
