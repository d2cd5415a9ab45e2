import { createHash } from 'node:crypto'
import type { Address } from '../../ground/address.ts'

export type Seen = {
  readonly quests: string
  readonly leaderboard: string
  readonly 'community-dao': string
  readonly mail: string
  readonly tasks: string
}

const names = ['quests', 'leaderboard', 'community-dao', 'mail', 'tasks'] as const
export const nothing = '-'

/** As the id of an event; private parts are digests that include their owner. */
export function toEventId(seen: Seen): string {
  return names.map(name => seen[name]).join('.')
}

/** null if the id is none of ours. */
export function readEventId(id: string | string[] | undefined): Seen | null {
  if (typeof id !== 'string' || !/^(\d{1,16}\.){3}[\w-]{1,16}\.[\w-]{1,16}$/.test(id)) return null
  const parts = id.split('.')
  return Object.fromEntries(names.map((name, index) => [name, parts[index]])) as Seen
}

export function digestOf(address: Address, stamp: string): string {
  return createHash('sha256').update(`${address} ${stamp}`).digest('base64url').slice(0, 12)
}
