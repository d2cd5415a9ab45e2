import type { Address } from '../../ground/address.ts'

export type Notice = {
  readonly to: readonly Address[]
  readonly type: 'quest' | 'dispute'
  /** The event in two words; the quest's title follows. */
  readonly what: string
  readonly body: string
  /** Decides the channels outside of the app. */
  readonly topic: 'quest' | 'application' | 'dispute' | 'payment'
}

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
