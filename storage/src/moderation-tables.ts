import type { ModerationAction, ModerationActionName, ReportedKind, ReportReason } from '@furrow/sdk/contract'
import type { Generated, Selectable } from 'kysely'
import type { Address } from './address.ts'
import type { Sealed } from './stored-forms.ts'

export type ModeratorTable = { address: Address; named_at: number }

/** One per person and thing, for ever. */
export type ReportTable = {
  kind: ReportedKind
  /** Its id; for a profile, the address. */
  thing: string
  reporter: Address
  at: number
  reason: ReportReason
  note: Sealed
  /** The reported letter's subject and body, as JSON. */
  letter: Sealed
  outcome: 'upheld' | 'dismissed' | null
  /** A keyed digest of the reporter's network, while the report waits. */
  network: Generated<string | null>
}

/** Anything ever reported: one row, however many reports there are. */
export type ReportedThingTable = {
  kind: ReportedKind
  thing: string
  owner: Address
  /** Its place in the queue; null while there is nothing to decide. */
  place: string | null
  reports: number
  opened_at: number
  last_at: number
  /** The number of their reporters who were right before. */
  trusted: number
  /** The fewest waiting reports that one of the reporters, or their network, already had. */
  turn: number
}
export type ReportedThingRow = Selectable<ReportedThingTable>

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
  reports: number
}
export type ModerationLogRow = Selectable<ModerationLogTable>

export type ModerationAnswerTable = { id: string; owner: Address; note: string; at: number }

/** Frozen wallets may read and finish, and begin nothing; `action` is the log's entry with the reason. */
export type FrozenWalletTable = { address: Address; action: string; at: number }
