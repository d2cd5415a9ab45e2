import type { Language } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { type Languages, readLanguages } from '../../people/mail/notices/languages.ts'
import { subjectOf } from '../../rules/lifecycle/commands/all.ts'
import type { Request } from './load.ts'
import type { LoadedQuest } from './loaded-quest.ts'

export type Ahead = { readonly languages: Languages; readonly named: ReadonlySet<Address> }

/** The languages of those whom most changes are told: givers, and the people in the commands. It is sent with the first reads. */
export async function readLanguagesAhead(db: Db, requests: readonly Request[]): Promise<Ahead> {
  const named = new Set(
    requests.flatMap(({ command }) => [command.by, subjectOf(command)].filter(one => one !== null)),
  )
  const people = [...named].map(address => ({ address }))
  const quests = [...new Set(requests.map(({ questId }) => questId))].map(id => ({ id }))
  const { rows } = await sql<{ address: Address; language: Language }>`
    select p.address, p.language from (
      select k.address from ${jsonRows(db, 'k', ['address'], people)}
      union select q.giver from ${jsonRows(db, 'i', ['id'], quests)}
      ${joinEach(db, 'quests', 'q', sql`q.id = i.id`)}) as r
    ${joinEach(db, 'profiles', 'p', sql`p.address = r.address and p.language is not null`)}`.execute(db)
  return { languages: new Map(rows.map(({ address, language }) => [address, language])), named }
}

export async function completeLanguages(
  db: Db,
  { languages, named }: Ahead,
  turned: readonly LoadedQuest[],
): Promise<Languages> {
  const givers = new Set(turned.map(({ row }) => row.giver))
  const others = readersOf(turned).filter(reader => !named.has(reader) && !givers.has(reader))
  if (others.length === 0) return languages
  return new Map([...languages, ...(await readLanguages(db, others))])
}

function readersOf(loadedQuests: readonly LoadedQuest[]): Address[] {
  return loadedQuests.flatMap(({ happened }) =>
    happened.flatMap(({ effects }) => effects.notices.flatMap(({ to }) => to)),
  )
}
