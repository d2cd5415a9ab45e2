import type { ModerationAction, ModerationActionName, ReportedKind, ReportReason } from '@furrow/sdk/contract'
import type { Generated, Selectable } from 'kysely'
import type { Address } from '../address.ts'

/** Whom the platform wallet named. */
export type ModeratorTable = { address: Address; named_at: number }

/** One of each person for each thing, for ever. */
export type ReportTable = {
  kind: ReportedKind
  /** Its id; of a profile, the address. */
  thing: string
  reporter: Address
  at: number
  reason: ReportReason
  /** Sealed, as mail is; and so is the letter that it is about, as JSON: its subject and its body. */
  note: string
  letter: string
  /** null while nobody decided. */
  outcome: 'upheld' | 'dismissed' | null
  /** A keyed digest of the network that it came from, while it waits. */
  network: Generated<string | null>
}

/** What was ever reported: one row, however many reports there are. */
export type ReportedThingTable = {
  kind: ReportedKind
  thing: string
  owner: Address
  /** Its place in the queue; null while there is nothing to decide. */
  place: string | null
  /** How many reports wait. */
  reports: number
  opened_at: number
  last_at: number
  /** How many of those whose reports wait were right before. */
  trusted: number
  /** The fewest reports that one of them, or their network, had waiting before. */
  turn: number
}
export type ReportedThingRow = Selectable<ReportedThingTable>

/** What moderators did; written once. */
export type ModerationLogTable = {
  id: string
  at: number
  actor: Address
  action: ModerationActionName | 'dismiss-reports' | 'name-moderator' | 'remove-moderator'
  kind: ModerationAction['kind']
  thing: string
  title: string
  owner: Address
  reason: string
  /** How many reports it closed. */
  reports: number
}
export type ModerationLogRow = Selectable<ModerationLogTable>

/** What the owner said to what was done, by its id. */
export type ModerationAnswerTable = { id: string; owner: Address; note: string; at: number }

/** Who may read and finish, and begin nothing; `action` is the entry of the log that says why. */
export type FrozenWalletTable = { address: Address; action: string; at: number }
