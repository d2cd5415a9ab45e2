import type { Generated } from 'kysely'
import type { Address } from './address.ts'
import type { Json, Sealed } from './stored-forms.ts'

/** A farmer's credential for paid and proved work. Its words are made of the quest and the work whenever it is asked for. */
export type CredentialTable = {
  id: string
  /** null, like the farmer, once they have left: only its place in the list stays. */
  quest_id: string | null
  farmer: Address | null
  form: 'badge' | 'attestation'
  with_reward: number
  /** The status list and the place in it; null for an attestation. */
  list: number | null
  position: number | null
  issued_at: number
  /** `payment`: the chain took the payment back. `erasure`: the farmer has left. */
  revoked: Generated<'payment' | 'erasure' | null>
}

export type CredentialKeyTable = {
  /** The thumbprint of a key (RFC 7638), or the address of a signer of attestations. */
  kid: string
  /** As the DID document has it. */
  method: Json
  /** The private key where the service made it; null where the settings have it, or had it. */
  sealed: Sealed | null
  /** Numbers the keys that the service made: the highest signs. null for those of the settings. */
  number: number | null
  made_at: number
}
