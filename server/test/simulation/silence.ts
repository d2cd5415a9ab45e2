import { day, second } from '../../src/ground/clock.ts'
import { isEnded, isLive, type Quest } from '../../src/rules/lifecycle/quest.ts'
import { isOver } from '../../src/rules/lifecycle/status.ts'
import { requireFollowed } from './backers.ts'
import { requireSoundBooks } from './books.ts'
import { type Chain, isPayment, type Owed } from './chain.ts'
import { runDaemon } from './daemon.ts'
import { requireRuledEnds } from './reconcile.ts'
import type { Village } from './village.ts'

/** Longer than all that a place can wait for: its expiry, its window, the host, a dispute, and the host again. */
const enough = 120

/**
 * Everyone goes silent, and the host and the chain come back: all open work ends by itself, and no outstanding call to the
 * contract is left.
 */
export function requireEnd(village: Village): void {
  const { books, chain, quests } = village
  village.crashes = false
  village.isHostUp = true
  if (chain !== null) chain.isUp = true
  for (let passed = 0; passed < enough; passed++) {
    runDaemon(village)
    village.now += day
  }
  for (let round = 0; round < 3; round++) runDaemon(village)
  for (const { applications, id, work } of quests.values()) {
    for (const part of work.values())
      if (isLive(part)) throw new Error(`${id} never ends: ${JSON.stringify(part)}`)
    for (const application of applications.values())
      if (application.status === 'pending')
        throw new Error(`nobody ever answers in ${id}: ${JSON.stringify(application)}`)
  }
  if (chain !== null) {
    const left = [...chain.owed].filter(([, owed]) => !isOfReturnedWork(chain, owed))
    if (left.length > 0) throw new Error(`the contract is owed for ever: ${left.map(([id]) => id)}`)
  }
  if (chain !== null && chain.parked.length > 0)
    throw new Error(
      `never applied: ${JSON.stringify(
        chain.parked.map(index => chain.log[index]),
        (_, value) => (typeof value === 'bigint' ? String(value) : value),
      )}`,
    )
  requireSoundBooks(books, quests.values())
  requireFollowed(village)
  requireRuledEnds(village)
  if (chain !== null) {
    requireSameAsContract(village)
    for (const quest of quests.values()) requireSameCredits(chain, quest)
  }
}

/** The service owes a payment for work that its giver already had returned, and asks again until somebody hands in anew. */
function isOfReturnedWork({ extra, model }: Chain, owed: Owed): boolean {
  const key = `${owed.questId as `0x${string}`} ${owed.farmer as `0x${string}`}` as const
  return isPayment(owed) && extra.returned.has(key) && !model.works.has(key)
}

/** The waiting money in the contract is the quest's, and taken money does not wait. */
function requireSameCredits({ extra }: Chain, { id, work }: Quest): void {
  for (const part of work.values()) {
    // The contract knows a team by one account; the giver's part of a split is told with its farmer's alone.
    const of = isEnded(part) ? part.of : null
    const parts = extra.waiting.get(`${id} ${of ?? part.farmer}`)?.parts
    const waits = [...(parts?.keys() ?? [])].filter(side => of === null || side === 'farmer')
    const said = isEnded(part) ? part.unpaid : null
    const expected = waits.length === 2 ? 'both' : (waits[0] ?? null)
    if (said !== expected)
      throw new Error(`in ${id} ${expected} waits for ${part.farmer}, and the quest says ${said}`)
  }
}

/** The books of each deposit agree with the contract; and the giver of a finished quest can have the rest. */
function requireSameAsContract({ chain, now, quests }: Village): void {
  for (const [escrow, deposit] of chain?.model.deposits ?? []) {
    const quest = quests.get(escrow)
    if (quest === undefined || quest.deposit?.status !== 'funded') continue
    const noticeEndsAt = Number(chain?.extra.endsAt.get(escrow) ?? Number.POSITIVE_INFINITY) * second
    if (isOver(quest, now) && deposit.free > 0 && !deposit.closed && noticeEndsAt > now)
      throw new Error(`${escrow} is over, and its giver cannot take ${deposit.free} places back`)
    const left = quest.places - quest.tally.released - quest.tally.refunded - quest.returned
    // Places freed too late for a notice are the giver's: they are there until the giver takes them.
    const late = noticeEndsAt > now ? 0 : deposit.free
    if (left > deposit.held || left + late < deposit.held)
      throw new Error(`${escrow} holds ${deposit.held} places, and the books say ${left}`)
  }
}
