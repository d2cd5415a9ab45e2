import type { Generated } from 'kysely'
import type { Address } from './address.ts'
import type { Json } from './stored-forms.ts'

export type SavedFilterTable = {
  id: string
  address: Address
  name: string
  filter: Json
  /** One of the filter's conditions, by which a quest finds it. */
  key: string
  /** The farmer in the filter, so that their departure finds it. */
  farmer: Address | null
  daily: number
  /** The ids of the channels that hear of it; null for all. */
  channels: Json | null
  created_at: number
}

export type ToldQuestTable = {
  address: Address
  quest_id: string
  follow: string
  at: number
  /** When its digest is due; null once they were told. */
  due_at: number | null
}

/** A quest that opened, or is over: the filters up to `upto_key` and `upto` were compared with it. */
export type OpenedQuestTable = {
  quest_id: string
  /** The number of the quest's events then. */
  number: number
  upto_key: Generated<string>
  upto: Generated<string>
}
