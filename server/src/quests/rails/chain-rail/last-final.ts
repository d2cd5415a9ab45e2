import type { Escrow } from '../../../ground/clients/escrow.ts'
import { oneFor } from '../../../ground/one-for.ts'

/** As this process knew it. */
export const lastFinal = oneFor((_: Escrow) => ({ block: null as bigint | null }))
