import type { Finding } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isReadable } from '@furrow/storage/shape.ts'
import type { Secrets } from '../../ground/config/secrets.ts'
import type { Context } from '../../ground/context.ts'

export type Patient = Pick<Context, 'config' | 'clock' | 'chains' | 'codehost' | 'escrows'> & {
  /** null: there is none yet. */
  readonly db: Db | null
  readonly secrets: Secrets | null
}

/** Looks at one thing. It says so if it cannot look; it changes nothing, and repeats no secret. */
export type Check = { readonly about: string; look(patient: Patient): Promise<readonly Seen[]> }

export type Seen = Omit<Finding, 'about'>

/** The database with its tables; null if it has none yet, or cannot be read, which the database's own check reports. */
export async function tablesOf({ db }: Patient): Promise<Db | null> {
  return db !== null && (await isReadable(db).catch(() => false)) ? db : null
}

export const fine = (says: string): Seen => ({ state: 'fine', says, mend: null })
export const warning = (says: string, mend: string): Seen => ({ state: 'warning', says, mend })
export const wrong = (says: string, mend: string): Seen => ({ state: 'wrong', says, mend })
