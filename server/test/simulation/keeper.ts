import { nothingKnown } from '../../src/rules/lifecycle/rules.ts'
import { type Chain, deciders, type Owed, operator, signedAt, type Transaction, transact } from './chain.ts'
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
    // A split account's way with the money is tested on a chain.
    if (call === 'share') {
      chain.owed.delete(id)
      continue
    }
    const action = call === 'verify' ? 'propose' : call
    const flag = call === 'verify'
    const signed = flag && village.random.chance(0.5)
    const { attester: signer } = village.random.pick(deciders)
    const act = { action, caller: operator, farmer, flag, signed, signer } as const
    const refusal = carryOut(chain, questId, act, village.now)
    if (refusal === null || isDone(call, refusal)) chain.owed.delete(id)
    else if (isForEver(refusal) && farmer !== null) {
      ask(village, questId, { kind: 'strand', by: null, farmer })
      if (village.crashes) continue
      chain.owed.delete(id)
    }
  }
}

/** A ruling ends a dispute otherwise; and a proposal goes without the word of an attester who is not the deposit's. */
function carryOut(chain: Chain, questId: string, act: Transaction, now: number): string | null {
  const refusal = transact(chain, questId, act, now)
  if (refusal === 'AlreadyDecided' && act.action === 'settle')
    return transact(chain, questId, { ...act, action: 'release' }, now)
  return refusal === 'InvalidSignature' ? transact(chain, questId, { ...act, signed: false }, now) : refusal
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

/** Each deposit of the third version has the arbiter of its funding. */
export function learnDeciders({ quests }: Village, { third, version }: Chain): void {
  if (version !== 3) return
  for (const [id, quest] of quests) {
    const arbiter = third.decidersOf.get(id)?.arbiter
    if (quest.deposit?.status !== 'funded' || arbiter === undefined || quest.deposit.arbiter === arbiter)
      continue
    quests.set(id, { ...quest, deposit: { ...quest.deposit, arbiter } })
  }
}

/** Brings the contract's reports into the quests: now and then twice, and those that cannot be applied later. */
export function mirror(village: Village, chain: Chain): void {
  if (!chain.isUp) return
  const retried = chain.parked
  chain.parked = []
  // The service knows of no parked report that its block is gone.
  for (const index of retried) apply(village, chain, index)
  while (chain.cursor < chain.log.length) {
    // Now and then the events of two quests change places, and one is heard again.
    const again = village.random.chance(0.05) ? village.random.int(chain.cursor + 1) : null
    if (again !== null && !chain.gone.has(again)) apply(village, chain, again)
    // Now and then a node leaves a ruling out.
    const kind = chain.log[chain.cursor]?.event.kind
    if ((kind === 'rule' || kind === 'pause-ruling') && village.random.chance(0.1))
      chain.gone.add(chain.cursor)
    if (!chain.gone.has(chain.cursor) && !apply(village, chain, chain.cursor)) return
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
