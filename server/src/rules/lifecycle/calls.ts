import type { Address } from '../../ground/address.ts'
import type { Asked } from './quest.ts'

export type Call =
  /** `round`: how often the contract gave the work back before. */
  | { readonly call: Asked; readonly farmer: Address; readonly round: number }
  | { readonly call: 'close'; readonly farmer: null }
