import type { Address } from '../../ground/address.ts'
import type { NoticeKey, NoticeValues } from './notice-values.ts'

type SaidOf<K extends NoticeKey> = {
  readonly to: readonly Address[]
  readonly type: 'quest' | 'dispute'
  readonly key: K
  readonly values: NoticeValues[K]
  /** Whether they are told of it although they did it themselves: it tells of something that follows. */
  readonly tellsDoer?: true
}

export type Said = { [K in NoticeKey]: SaidOf<K> }[NoticeKey]

/** Mail that the service itself writes. It has no words here: its reader's language decides them. */
export type Notice = Said & {
  /** By which it goes out of the app. */
  readonly topic: 'quest' | 'application' | 'dispute' | 'payment'
}

export function quiet<K extends NoticeKey>(
  to: readonly Address[],
  key: K,
  values: NoticeValues[K],
): SaidOf<K> {
  return { to, type: 'quest', key, values }
}

export function loud<K extends NoticeKey>(
  to: readonly Address[],
  key: K,
  values: NoticeValues[K],
): SaidOf<K> {
  return { to, type: 'dispute', key, values }
}
