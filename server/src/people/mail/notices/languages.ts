import type { Language } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import { sql } from 'kysely'
import type { Address } from '../../../ground/address.ts'
import type { Catalogue } from './catalogue.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'

const catalogues: Readonly<Record<Language, Catalogue>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
}

export type Languages = ReadonlyMap<Address, Language>

export function catalogueFor(languages: Languages, reader: Address): Catalogue {
  const catalogue: Catalogue | undefined = catalogues[languages.get(reader) ?? 'en']
  // A later version may know more languages, and runs beside this one during an upgrade.
  return catalogue ?? english
}

/** One look-up for each reader, by key, and one statement for all; none where there is nobody to write to. */
export async function readLanguages(db: Db, readers: Iterable<Address>): Promise<Languages> {
  const asked = [...new Set(readers)].map(address => ({ address }))
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ address: Address; language: Language }>`
    select p.address, p.language from ${jsonRows(db, 'k', ['address'], asked)}
    ${joinEach(db, 'profiles', 'p', sql`p.address = k.address and p.language is not null`)}`.execute(db)
  return new Map(rows.map(({ address, language }) => [address, language]))
}
