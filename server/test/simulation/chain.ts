import { type Deposit, type Model, play } from '@furrow/contracts/testing/model'
import { type Address, toAddress } from '../../src/ground/address.ts'
import { day, second } from '../../src/ground/clock.ts'
import type { Call } from '../../src/rules/lifecycle/calls.ts'
import type { ChainEvent, ChainHappening, PaidBecause } from '../../src/rules/lifecycle/chain-event.ts'
import type { Quest } from '../../src/rules/lifecycle/quest.ts'
import { type Extra, partOf, playSecond, type SecondStep } from './second-contract.ts'

type Hex = `0x${string}`

/** QuestEscrow as its own tests have it, what it reported, and what the service still owes it. */
export type Chain = {
  readonly version: 1 | 2
  readonly model: Model
  readonly extra: Extra
  readonly log: { readonly questId: string; readonly event: ChainEvent }[]
  /** How far the log was mirrored, and which of it could not be. */
  cursor: number
  readonly mirrored: Set<string>
  parked: number[]
  isUp: boolean
  readonly owed: Map<string, Owed>
  owe(quest: Quest, call: Call): void
  drop(quest: Quest, call: Call): void
}

export type Owed = {
  readonly questId: string
  readonly call: Call['call']
  readonly farmer: Address | null
  readonly round: number
}

type Action = Exclude<SecondStep['action'], 'fund'>

export const operator = toAddress(`0x${'e'.repeat(40)}`)
export const chainArbiter = toAddress(`0x${'a'.repeat(40)}`)
/** What 0.1 is, in units of a token with so many decimals. */
export const amountEach = 100n
export const decimals = 3

export function createChain(version: 1 | 2): Chain {
  const owed = new Map<string, Owed>()
  const everOwed = new Set<string>()
  const roundOf = (call: Call) => (call.farmer === null ? 0 : call.round)
  const idOf = ({ id }: Quest, call: Call) => `${call.call}:${id}:${call.farmer}:${roundOf(call)}`
  return {
    version,
    extra: { returned: new Map(), endsAt: new Map() },
    model: { operator, arbiter: chainArbiter, deposits: new Map(), works: new Map(), moved: new Map() },
    log: [],
    cursor: 0,
    mirrored: new Set(),
    parked: [],
    isUp: true,
    owed,
    owe(quest, call) {
      const id = idOf(quest, call)
      if (everOwed.has(id)) throw new Error(`${id} is owed twice`)
      everOwed.add(id)
      owed.set(id, { questId: quest.id, call: call.call, farmer: call.farmer, round: roundOf(call) })
    },
    drop: (quest, call) => void owed.delete(idOf(quest, call)),
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
  act: { action: Action; caller: Address; farmer: Address | null; flag?: boolean; share?: bigint },
  now: number,
): string | null {
  const { action, caller, farmer, flag = false, share = 0n } = act
  const escrow = questId as Hex
  const before = chain.model.deposits.get(escrow)
  const free = before?.free ?? 0
  const step = { action, caller, escrow, farmer: farmer ?? operator, flag, share, at: seconds(now) }
  const refusal =
    chain.version === 2 ? playSecond(chain.model, chain.extra, step) : playFirst(chain.model, step)
  if (refusal !== null) return refusal
  for (const event of happeningsOf(
    chain,
    questId,
    action,
    farmer,
    BigInt(free) * (before?.amountEach ?? 0n),
    share,
    now,
  ))
    report(chain, questId, now, event)
  return null
}

/** The first version knows nothing of what came later. */
function playFirst(model: Model, step: SecondStep): string | null {
  const { action } = step
  if (action === 'return' || action === 'concede' || action === 'split' || action === 'notice')
    return 'no such function'
  return play(model, { ...step, action })
}

function happeningsOf(
  { extra, model }: Chain,
  questId: string,
  action: Action,
  farmer: Address | null,
  given: bigint,
  share: bigint,
  now: number,
): ChainHappening[] {
  if (action === 'close') return [{ kind: 'close' }]
  if (action === 'notice')
    return [{ kind: 'notice', endsAt: Number(extra.endsAt.get(questId) ?? 0n) * second }]
  if (action === 'refund') return [{ kind: 'refund', farmer: null, amount: given }]
  if (farmer === null) throw new Error(`${action} needs a farmer`)
  const work = model.works.get(`${questId as Hex} ${farmer as Hex}`)
  const reviewEndsAt = Number(work?.reviewEndsAt ?? 0n) * second
  if (action === 'propose') return [{ kind: 'propose', farmer, reviewEndsAt }]
  if (action === 'return') return [{ kind: 'return', farmer }]
  if (action === 'split') return splitOf(model.deposits.get(questId as Hex) as Deposit, farmer, share)
  if (action === 'dispute') return [{ kind: 'dispute', farmer, settlesAt: now + 14 * day }]
  const because: PaidBecause = action === 'release' ? null : action
  const said: ChainHappening[] = because === null ? [] : [{ kind: because, farmer }]
  const kind = work?.state === 'Released' ? 'release' : 'refund'
  return [...said, { kind, farmer, because }]
}

/** Both parts leave in one transaction. */
function splitOf(deposit: Deposit, farmer: Address, share: bigint): ChainHappening[] {
  const part = partOf(deposit, { share })
  const rest = deposit.amountEach - part
  return [
    { kind: 'divide', farmer },
    ...(part > 0n ? [{ kind: 'release', farmer, because: 'divide', amount: part } as const] : []),
    ...(rest > 0n
      ? [{ kind: 'refund', farmer, because: part > 0n ? null : 'divide', amount: rest } as const]
      : []),
  ]
}

function report({ log }: Chain, questId: string, at: number, happening: ChainHappening): void {
  const event = { hash: `0x${log.length.toString(16)}`, logIndex: 0, block: log.length, at, ...happening }
  log.push({ questId, event })
}

/** The contract counts whole seconds. */
function seconds(time: number): bigint {
  return BigInt(Math.floor(time / second))
}
