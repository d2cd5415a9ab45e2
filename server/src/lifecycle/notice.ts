import type { Address } from '../address.ts'

/** Mail that the service itself writes. */
export type Notice = {
  readonly to: readonly Address[]
  readonly type: 'quest' | 'dispute'
  /** What happened, in two words; the quest's title follows. */
  readonly what: string
  readonly body: string
}

export function quiet(to: readonly Address[], what: string, body: string): Notice {
  return { to, type: 'quest', what, body }
}

export function loud(to: readonly Address[], what: string, body: string): Notice {
  return { to, type: 'dispute', what, body }
}
