import type { Escrow } from '../../../ground/clients/escrow.ts'
import { oneFor } from '../../../ground/one-for.ts'

/** The newest block that this process knew to be final. */
export const lastFinal = oneFor((_: Escrow) => ({ block: null as bigint | null }))
