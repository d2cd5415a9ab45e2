import type { Secrets } from '../../ground/config/secrets.ts'
import { seal, unseal } from './seal.ts'

type Keys = Secrets['sealing']

/** Texts for few readers (drafts, evidence, applications) are stored as mail is. */
export function sealPrivate<T extends string | null>(keys: Keys, text: T): T {
  return (text === null ? null : seal(keys[0], text)) as T
}

/** Opens a stored text. One from before such texts were sealed is in clear: no key opens it, and it is shown as it is. */
export function openPrivate<T extends string | null>(keys: Keys, stored: T): T {
  return (stored === null ? null : (unseal(keys, stored) ?? stored)) as T
}
