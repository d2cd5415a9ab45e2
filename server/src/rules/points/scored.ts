import type { Role } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import type { DeedDone } from '../lifecycle/deeds.ts'
import type { DeedScored } from './reasons.ts'

export type Scored = {
  readonly at: number
  readonly questId: string
  readonly about: DeedDone['about']
  readonly address: Address
  readonly role: Role
  readonly points: number
  readonly season: number
  readonly deed: DeedScored
}
