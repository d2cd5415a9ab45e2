import { createHash } from 'node:crypto'

/** The contents of a link's picture. All of it is for everyone to read. */
export type Card = {
  readonly community: string
  /** `#rrggbb` */
  readonly accent: string
  readonly status: string
  readonly title: string
  readonly figure: string
  readonly facts: readonly string[]
}

/** To be raised when the drawing changes, which makes every picture a new one. */
const edition = 1

export const ownAccent = '#3a6334'

/** The picture's name for clients that cached it: it stays for as long as the card does. */
export function digestOf(card: Card): string {
  return createHash('sha256')
    .update(JSON.stringify([edition, card]))
    .digest('base64url')
    .slice(0, 22)
}
