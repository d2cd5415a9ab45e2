import type { ChannelKind, Topic } from '@furrow/sdk/contract'
import type { Generated } from 'kysely'
import type { Address } from '../address.ts'

/** A way out of the app that somebody chose: a channel. */
export type SubscriptionTable = {
  id: string
  address: Address
  kind: ChannelKind
  /** Where to, as JSON, and the secret that it is signed with. Sealed. */
  target: string
  /** What it wants to hear of, with a space before and after each. */
  topics: string
  /** 1 where it is told once a day. */
  daily: Generated<number>
  /** `asked`: it is not confirmed. `off`: unsubscribed. `failing`: it was given up. */
  state: 'asked' | 'on' | 'off' | 'failing'
  created_at: number
  /** When it was last asked to confirm. */
  asked_at: number
  /** How often it has failed since it last took something. */
  tries: Generated<number>
  failing_since: number | null
  /** What came of the last try; null where it was taken. */
  problem: string | null
  delivered_at: number | null
  /** Nothing is tried before: after a failure, and while a process sends. */
  paused_until: Generated<number | null>
  /** When the hour began in which `told` counts what strangers caused, and was told at once. */
  told_since: Generated<number | null>
  told: Generated<number>
  /** A keyed digest of the host that it leads to; null where it is not known yet. */
  host: Generated<string | null>
}

/** What is on its way to a channel; gone when it was taken there. */
export type OutboxTable = {
  channel: string
  /** The id of what it tells of: of a letter, a broadcast, a request to confirm, or a test. */
  letter: string
  address: Address
  topic: Topic | 'confirm' | 'test'
  at: number
  /** The day (from 1970, UTC) in whose digest it is, or the hour, of a flood; null where it goes by itself. */
  digest: number | null
  /** A process that takes it moves this on: if it dies, another takes it then. */
  due_at: number
  /** How often the channel has refused it while it took others. */
  refusals: Generated<number>
}

/** What everyone is told, on its way into the outbox: the channels up to that one have it. */
export type OutboxSpreadTable = { letter: string; topic: Topic; at: number; upto: string }
