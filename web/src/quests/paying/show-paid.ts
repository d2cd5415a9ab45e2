import { everyPage } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { WalletProblem } from '../../auth/wallets.ts'
import { furrow } from '../../service/furrow.ts'
import { sentenceOf } from '../../service/sentence-of.ts'
import { sameAddress } from '../../ui/address.ts'
import type { Sent } from '../escrow/sent.ts'
import { type Owed, owedTo } from './owed.ts'

/** The service's node may know of a transaction a minute after the wallet's does. */
const patience = 32

/**
 * Shows a sent payment to the service until it takes it. Each look costs the service one at its chain, so they get rarer.
 * @throws WalletProblem with the service's own sentence where it goes on refusing it; the transaction stays kept.
 */
export function showPaid(owed: Owed): (sent: Sent) => Promise<boolean> {
  const { questId, farmer } = owed
  return showUntilTaken(
    (hash, chainId) => furrow.quests.paid(questId, farmer, hash, chainId).then(() => true),
    async () => !(await isOwed(owed)),
  )
}

/** The same for any payment: `isOver` says whether it is settled without this transaction. */
export function showUntilTaken(
  take: (hash: string, chainId: number) => Promise<boolean>,
  isOver: () => Promise<boolean>,
): (sent: Sent) => Promise<boolean> {
  let asked = 0
  return async ({ hash, chainId }) => {
    if (hash === null) return isOver()
    asked++
    if ((asked & (asked - 1)) !== 0) return false
    try {
      return await take(hash, chainId)
    } catch (error) {
      if (await isOver()) return true
      const sentence = sentenceOf(error)
      if (asked >= patience)
        throw new WalletProblem(t`It was sent, and the service does not take it as the payment: ${sentence}`)
      return false
    }
  }
}

/** Another device, or another page, may have paid it meanwhile. Where nobody can tell, it is owed. */
export async function isOwed({ questId, farmer }: Owed): Promise<boolean> {
  const quest = await furrow.quests.get(questId).catch(() => null)
  const place = quest?.farmers.find(({ address }) => sameAddress(address, farmer))
  return !quest || !place || owedTo(quest, place) !== null
}

/** Whether all of it is still on the giver's list: one question, where there may be many quests. */
export async function areDue(owed: readonly Owed[]): Promise<boolean> {
  const due = new Set<string>()
  for (const token of new Set(owed.map(({ token }) => token)))
    for await (const { works } of everyPage(from => furrow.payouts.due({ token, limit: '1000', ...from })))
      for (const { questId, payee } of works) due.add(`${questId} ${payee.toLowerCase()}`)
  return owed.every(({ questId, farmer }) => due.has(`${questId} ${farmer.toLowerCase()}`))
}
