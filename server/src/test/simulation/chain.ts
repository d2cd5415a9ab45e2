import { type Deposit, type Model, play, type Step } from '@furrow/contracts/testing/model'
import { type Address, toAddress } from '../../address.ts'
import { day, second } from '../../clock.ts'
import type { Call } from '../../lifecycle/calls.ts'
import type { ChainEvent, ChainHappening, PaidBecause } from '../../lifecycle/chain-event.ts'
import type { Quest } from '../../lifecycle/quest.ts'

type Hex = `0x${string}`

/** QuestEscrow as its own tests have it, what it reported, and what the service still owes it. */
export type Chain = {
  readonly model: Model
  readonly log: { readonly questId: string; readonly event: ChainEvent }[]
  /** How far the log was mirrored, and which of it could not be. */
  cursor: number
  readonly mirrored: Set<string>
  parked: number[]
  isUp: boolean
  readonly owed: Map<string, Owed>
  owe(quest: Quest, call: Call['call'], farmer: Address | null): void
  drop(quest: Quest, call: Call['call'], farmer: Address | null): void
}

export type Owed = {
  readonly questId: string
  readonly call: Call['call']
  readonly farmer: Address | null
}

export const operator = toAddress(`0x${'e'.repeat(40)}`)
export const chainArbiter = toAddress(`0x${'a'.repeat(40)}`)
export const amountEach = 100n

export function createChain(): Chain {
  const owed = new Map<string, Owed>()
  const everOwed = new Set<string>()
  const idOf = ({ id }: Quest, call: string, farmer: Address | null) => `${call}:${id}:${farmer}`
  return {
    model: { operator, arbiter: chainArbiter, deposits: new Map(), works: new Map(), moved: new Map() },
    log: [],
    cursor: 0,
    mirrored: new Set(),
    parked: [],
    isUp: true,
    owed,
    owe(quest, call, farmer) {
      const id = idOf(quest, call, farmer)
      if (everOwed.has(id)) throw new Error(`${id} is owed twice`)
      everOwed.add(id)
      owed.set(id, { questId: quest.id, call, farmer })
    },
    drop: (quest, call, farmer) => void owed.delete(idOf(quest, call, farmer)),
  }
}

/** The giver pays in, rightly or not. */
export function fund(chain: Chain, quest: Quest, each: bigint, slots: number, now: number): void {
  const escrow = quest.id as Hex
  if (chain.model.deposits.has(escrow)) return
  const token = quest.deposit?.token as Hex
  const deposit: Deposit = {
    giver: quest.giver,
    token,
    amountEach: each,
    fundedAt: seconds(now),
    free: slots,
    held: slots,
    closed: false,
  }
  chain.model.deposits.set(escrow, deposit)
  report(chain, quest.id, now, { kind: 'fund', token: toAddress(token), amountEach: each, slots })
}

/** Somebody's transaction; the contract's refusal, or null where it is done, and then reported. */
export function transact(
  chain: Chain,
  questId: string,
  act: { action: Exclude<Step['action'], 'fund'>; caller: Address; farmer: Address | null; flag?: boolean },
  now: number,
): string | null {
  const { action, caller, farmer, flag = false } = act
  const escrow = questId as Hex
  const before = chain.model.deposits.get(escrow)
  const free = before?.free ?? 0
  const step = { action, caller, escrow, farmer: farmer ?? operator, flag, at: seconds(now) }
  const refusal = play(chain.model, step)
  if (refusal !== null) return refusal
  for (const event of happeningsOf(
    chain,
    questId,
    action,
    farmer,
    BigInt(free) * (before?.amountEach ?? 0n),
    now,
  ))
    report(chain, questId, now, event)
  return null
}

function happeningsOf(
  { model }: Chain,
  questId: string,
  action: Exclude<Step['action'], 'fund'>,
  farmer: Address | null,
  given: bigint,
  now: number,
): ChainHappening[] {
  if (action === 'close') return [{ kind: 'close' }]
  if (action === 'refund') return [{ kind: 'refund', farmer: null, amount: given }]
  if (farmer === null) throw new Error(`${action} needs a farmer`)
  const work = model.works.get(`${questId as Hex} ${farmer as Hex}`)
  const reviewEndsAt = Number(work?.reviewEndsAt ?? 0n) * second
  if (action === 'propose') return [{ kind: 'propose', farmer, reviewEndsAt }]
  if (action === 'dispute') return [{ kind: 'dispute', farmer, settlesAt: now + 14 * day }]
  const because: PaidBecause = action === 'release' ? null : action
  const said: ChainHappening[] = because === null ? [] : [{ kind: because, farmer }]
  const kind = work?.state === 'Released' ? 'release' : 'refund'
  return [...said, { kind, farmer, because }]
}

function report({ log }: Chain, questId: string, at: number, happening: ChainHappening): void {
  const event = { hash: `0x${log.length.toString(16)}`, logIndex: 0, block: log.length, at, ...happening }
  log.push({ questId, event })
}

/** The contract counts whole seconds. */
function seconds(time: number): bigint {
  return BigInt(Math.floor(time / second))
}
