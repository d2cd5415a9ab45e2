import type { Address } from '../../ground/address.ts'

/** Mail that the service itself writes. */
export type Notice = {
  readonly to: readonly Address[]
  readonly type: 'quest' | 'dispute'
  /** What happened, in two words; the quest's title follows. */
  readonly what: string
  readonly body: string
  /** By which it goes out of the app. */
  readonly topic: 'quest' | 'application' | 'dispute' | 'payment'
}

/** A notice in its words alone. */
export type Said = Omit<Notice, 'topic'>

export function quiet(to: readonly Address[], what: string, body: string): Said {
  return { to, type: 'quest', what, body }
}

export function loud(to: readonly Address[], what: string, body: string): Said {
  return { to, type: 'dispute', what, body }
}

export function withReason(sentence: string, reason: string | null): string {
  return reason === null ? sentence : `${sentence}\n\nReason: ${reason}`
}
