import type { Escrow } from '../../../ground/clients/escrow.ts'
import { oneFor } from '../../../ground/one-for.ts'

export const lastFinal = oneFor((_: Escrow) => ({ block: null as bigint | null }))
