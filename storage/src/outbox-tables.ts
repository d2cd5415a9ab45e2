import type { ChannelKind, Topic } from '@furrow/sdk/contract'
import type { Generated } from 'kysely'
import type { Address } from './address.ts'
import type { Sealed } from './stored-forms.ts'

export type SubscriptionTable = {
  id: string
  address: Address
  kind: ChannelKind
  /** The destination and its signing secret, as JSON. */
  target: Sealed
  /** The topics it wants, with a space before and after each. */
  topics: string
  daily: Generated<number>
  /** `asked`: not confirmed. `off`: unsubscribed. `failing`: given up. */
  state: 'asked' | 'on' | 'off' | 'failing'
  created_at: number
  asked_at: number
  tries: Generated<number>
  failing_since: number | null
  /** The last attempt's problem; null where it succeeded. */
  problem: string | null
  delivered_at: number | null
  /** No attempt is made before: after a failure, and while a process sends. */
  paused_until: Generated<number | null>
  /** The start of the hour in which `told` counts immediate notices that strangers caused. */
  told_since: Generated<number | null>
  told: Generated<number>
  /** A keyed digest of the destination's host; null where it is not known yet. */
  host: Generated<string | null>
}

export type OutboxTable = {
  channel: string
  letter: string
  address: Address
  topic: Topic | 'confirm' | 'test' | 'follow'
  at: number
  /** The day (from 1970, UTC) of its digest, or the hour in a flood; null where it is sent alone. */
  digest: number | null
  /** A process that takes it moves this on: if it dies, another takes it then. */
  due_at: number
  /** Refusals by a channel that took other messages meanwhile. */
  refusals: Generated<number>
}

/** A broadcast on its way into the outbox: the channels up to `upto` have it. */
export type OutboxSpreadTable = { letter: string; topic: Topic; at: number; upto: string }
