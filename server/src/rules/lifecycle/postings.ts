import type { Address } from '../../ground/address.ts'
import type { Posting } from '../ledger/posting.ts'
import type { Quest } from './quest.ts'

/** Moves units of the quest's token between accounts of the ledger, to `party`. */
export function move(
  { id: questId, giver, token }: Quest,
  id: string,
  units: bigint,
  from: Posting['from']['account'],
  to: Posting['to']['account'],
  party: Address,
): Posting {
  return {
    id,
    questId,
    token,
    from: { account: from, party: giver },
    to: { account: to, party },
    units,
  }
}
