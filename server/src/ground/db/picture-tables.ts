import type { Selectable } from 'kysely'

/** A picture that the service made of somebody else's, or why it could not. */
export type PictureTable = {
  /** Whose: an address; or `logo`, the community's. */
  subject: string
  /** The version of what it was made of. */
  source: string
  /** Of what is kept; null where there is nothing to be shown. */
  hash: string | null
  problem: string | null
  /** Base64; null with the hash. */
  small: string | null
  large: string | null
  made_at: number | null
  /** From then on it is made anew when somebody asks. */
  next_at: number
}
export type PictureRow = Selectable<PictureTable>
