import type { Selectable } from 'kysely'

export type PictureTable = {
  /** An owner's address, or `logo` for the community's. */
  subject: string
  source: string
  /** Belongs to the stored bytes; null where there is nothing to show. */
  hash: string | null
  problem: string | null
  /** Base64; null with the hash. */
  small: string | null
  large: string | null
  made_at: number | null
  next_at: number
}
export type PictureRow = Selectable<PictureTable>
