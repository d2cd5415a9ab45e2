import { nothingKnown } from '../../src/rules/lifecycle/rules.ts'
import { type Chain, type Owed, operator, signedAt, transact } from './chain.ts'
import { ask, type Village } from './village.ts'

/** Sends the outstanding calls to the contract, in any order; a call that it refuses for ever is not repeated. */
export function sendOwed(village: Village, chain: Chain): void {
  if (!chain.isUp) return
  for (const [id, owed] of [...chain.owed]) {
    const { questId, call, farmer } = owed
    if (village.crashes && village.random.chance(0.3)) continue
    if (call === 'approve') {
      if (carry(village, chain, owed)) chain.owed.delete(id)
      continue
    }
    const action = call === 'verify' ? 'propose' : call
    const flag = call === 'verify'
    const signed = flag && village.random.chance(0.5)
    const act = { action, caller: operator, farmer, flag, signed } as const
    const refusal = transact(chain, questId, act, village.now)
    if (refusal === null || isDone(call, refusal)) chain.owed.delete(id)
    else if (isForEver(refusal) && farmer !== null) {
      ask(village, questId, { kind: 'strand', by: null, farmer })
      if (village.crashes) continue
      chain.owed.delete(id)
    }
  }
}

/** Carries a giver's signed approval, with the proposal where the contract has none; whether it is over. */
function carry({ now }: Village, chain: Chain, { questId, farmer, signed }: Owed): boolean {
  if (farmer === null || signed === null) throw new Error('an approval of nothing')
  if (now > signed.until) return true
  const { returned, disputedAt } = signedAt(chain.extra, chain.model, questId, farmer)
  const isOther = returned !== signed.returned || disputedAt !== signed.disputedAt
  const approve = { action: 'approve', caller: signed.giver, farmer } as const
  const state = chain.model.works.get(`${questId as `0x${string}`} ${farmer as `0x${string}`}`)?.state
  if (state === 'Released' || state === 'Refunded') return true
  if (isOther) return false
  if (state === undefined) {
    const { verified: flag } = signed
    if (transact(chain, questId, { action: 'propose', caller: operator, farmer, flag }, now) !== null)
      return false
  }
  if (transact(chain, questId, approve, now) !== null) throw new Error('the contract refuses its giver')
  return true
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
