import type { Escrow } from '../../../ground/clients/escrow.ts'
import { day } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import { oneFor } from '../../../ground/one-for.ts'
import type { ChainHappening } from '../../../rules/lifecycle/chain-event.ts'

type Funded = Extract<ChainHappening, { kind: 'fund' }>
type Asked = { readonly questId: string; readonly escrow: `0x${string}` }

const toldOf = oneFor((_: Escrow) => new Map<string, { readonly terms: string; readonly at: number }>())

/** One answer of one node funds nothing: the newest block and a later round must tell of the same deposit. */
export async function isSureOfDeposit(
  { clock, log }: Context,
  contract: Escrow,
  { questId, escrow }: Asked,
  event: Funded,
  newest: bigint,
): Promise<boolean> {
  const told = toldOf(contract)
  const now = clock.now()
  for (const [id, { at }] of told) if (now - at > day) told.delete(id)
  const terms = termsOf(event)
  const again = await contract.readDeposit(escrow, newest)
  if (again === null || termsOf(again) !== terms) {
    told.delete(questId)
    log.warn({ quest: questId }, 'a deposit that one answer told of was not there when it was asked again')
    return false
  }
  if (told.get(questId)?.terms === terms) {
    told.delete(questId)
    return true
  }
  told.set(questId, { terms, at: now })
  return false
}

function termsOf({ token, amountEach, slots }: Pick<Funded, 'token' | 'amountEach' | 'slots'>): string {
  return `${token} ${amountEach} ${slots}`
}
