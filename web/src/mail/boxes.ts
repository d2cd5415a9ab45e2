import type { Message } from '@furrow/sdk'
import { sameAddress } from '../ui/address.ts'

export const everyone = '*'

export const boxes = ['inbox', 'sent', 'broadcasts'] as const
export type Box = (typeof boxes)[number]

/** The box of a message, for its reader. A letter to oneself is in the inbox. */
export function boxOf({ from, to }: Message, reader: string | null): Box {
  if (to === everyone) return 'broadcasts'
  return sameAddress(from, reader) && !sameAddress(to, reader) ? 'sent' : 'inbox'
}
