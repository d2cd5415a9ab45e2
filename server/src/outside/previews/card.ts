import { createHash } from 'node:crypto'

/** What the picture of a link says. All of it is for everyone to read. */
export type Card = {
  readonly community: string
  /** `#rrggbb` */
  readonly accent: string
  /** In a corner: how it stands with it. */
  readonly status: string
  readonly title: string
  /** Large, such as what is paid; empty for none. */
  readonly figure: string
  /** Small, beside that. */
  readonly facts: readonly string[]
}

/** Grows with the drawing: a picture that was drawn otherwise is another one. */
const edition = 1

/** Furrow's own green. */
export const ownAccent = '#3a6334'

/** The same for as long as the card is: the picture's name for who has it already. */
export function digestOf(card: Card): string {
  return createHash('sha256')
    .update(JSON.stringify([edition, card]))
    .digest('base64url')
    .slice(0, 22)
}
