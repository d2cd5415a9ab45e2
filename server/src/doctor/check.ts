import type { Finding } from '@furrow/sdk/contract'
import type { Secrets } from '../config/secrets.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'

/** What is looked at: a service, or what its settings would make one of. */
export type Patient = Pick<Context, 'config' | 'clock' | 'chains' | 'codehost' | 'escrows'> & {
  /** null: there is none yet. */
  readonly db: Db | null
  readonly secrets: Secrets | null
}

/** Looks at one thing. What it cannot look at it says; it changes nothing, and repeats no secret. */
export type Check = { readonly about: string; look(patient: Patient): Promise<readonly Seen[]> }

export type Seen = Omit<Finding, 'about'>

export const fine = (says: string): Seen => ({ state: 'fine', says, mend: null })
export const warning = (says: string, mend: string): Seen => ({ state: 'warning', says, mend })
export const wrong = (says: string, mend: string): Seen => ({ state: 'wrong', says, mend })
