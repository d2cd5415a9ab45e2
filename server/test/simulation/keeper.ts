import { nothingKnown } from '../../src/rules/lifecycle/rules.ts'
import { type Chain, type Owed, operator, transact } from './chain.ts'
import { ask, type Village } from './village.ts'

/** Sends the outstanding calls to the contract, in any order; a call that it refuses for ever is not repeated. */
export function sendOwed(village: Village, chain: Chain): void {
  if (!chain.isUp) return
  for (const [id, { questId, call, farmer }] of [...chain.owed]) {
    if (village.crashes && village.random.chance(0.3)) continue
    const action = call === 'verify' ? 'propose' : call
    const refusal = transact(
      chain,
      questId,
      { action, caller: operator, farmer, flag: call === 'verify' },
      village.now,
    )
    if (refusal === null || isDone(call, refusal)) chain.owed.delete(id)
    else if (isForEver(refusal) && farmer !== null) {
      ask(village, questId, { kind: 'strand', by: null, farmer })
      if (village.crashes) continue
      chain.owed.delete(id)
    }
  }
}

/** Somebody else did it, or it is over. */
function isDone(call: Owed['call'], refusal: string): boolean {
  if (call === 'close' && refusal === 'EscrowClosed') return true
  return ['AlreadyPaid', 'AlreadyRefunded', 'AlreadyProposed'].includes(refusal)
}

function isForEver(refusal: string): boolean {
  return ['NoFreePlace', 'EscrowClosed'].includes(refusal)
}

/** Brings the contract's reports into the quests: now and then twice, and those that cannot be applied later. */
export function mirror(village: Village, chain: Chain): void {
  if (!chain.isUp) return
  const retried = chain.parked
  chain.parked = []
  for (const index of retried) apply(village, chain, index)
  while (chain.cursor < chain.log.length) {
    // Now and then the events of two quests change places, and one is heard again.
    if (village.random.chance(0.05)) apply(village, chain, village.random.int(chain.cursor + 1))
    if (!apply(village, chain, chain.cursor)) return
    chain.cursor++
  }
}

/** @returns whether the cursor may move on: the event is written, or parked. */
function apply(village: Village, chain: Chain, index: number): boolean {
  const entry = chain.log[index]
  if (entry === undefined) return true
  const { questId, event } = entry
  const mirrored = chain.mirrored.has(event.hash)
  try {
    const answer = ask(village, questId, { kind: 'mirror', by: null, event }, { ...nothingKnown, mirrored })
    if (answer === 'lost') return false
    chain.mirrored.add(event.hash)
  } catch (error) {
    if (!/^(Error: )?the contract (says|gave back)/.test(String(error))) throw error
    chain.parked.push(index)
  }
  return true
}
