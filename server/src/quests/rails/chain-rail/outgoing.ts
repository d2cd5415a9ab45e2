import { hasSecond } from '@furrow/sdk/escrow-version'
import type { Escrow, Estimate, Fees } from '../../../ground/clients/escrow.ts'
import { isNodeFailure } from '../../../ground/clients/rpc-failure.ts'
import type { Context } from '../../../ground/context.ts'
import { approvalOf, type Broadcasts, broadcast, callOf, placeOf, type ReadyCall } from './attempts.ts'
import { type Calls, prepare, type TriedOut } from './prepare.ts'
import { tryApproval } from './try-approval.ts'
import { trySettling } from './try-settling.ts'

export const mostInBatch = 20

type Tried = { readonly call: ReadyCall; readonly estimate: TriedOut; readonly cost: bigint }

type Purse = {
  readonly mined: number
  readonly fees: Fees
  /** The operator's, without the cost of what is under way. */
  readonly balance: bigint
  readonly room: number
}

export type Outgoing = {
  readonly room: () => number
  /** False where the operator cannot pay for it; else it is sent now, or when its transaction is full. */
  add(call: ReadyCall, estimate: TriedOut): Promise<boolean>
  flush(): Promise<void>
}

export async function openOutgoing(
  context: Context,
  escrow: Escrow,
  { mined, fees, ...purse }: Purse,
  broadcasts: Broadcasts,
): Promise<Outgoing> {
  const { log } = context
  const { version } = await escrow.readDeployed()
  let { balance, room } = purse
  const waiting: Record<'propose' | 'release', Tried[]> = { propose: [], release: [] }
  const costOf = ({ gas, l1Fee }: Estimate) => gas * fees.maxFee + l1Fee

  async function send(calls: Calls, estimate: TriedOut): Promise<void> {
    if (room <= 0) return
    const attempt = await prepare(context, escrow, calls, mined, estimate, fees)
    if (attempt === null) return
    room--
    const { call_id, nonce, hash } = attempt
    log.info({ call: call_id, calls: calls.length, nonce, hash }, 'sending to the escrow contract')
    await broadcast(context, escrow, attempt, broadcasts)
  }

  /** In one transaction, if that can be paid for and the contract takes it; else each by itself, as it was tried out. */
  async function sendTogether(tried: Tried[]): Promise<void> {
    const [first, ...others] = tried.splice(0)
    if (first === undefined) return
    if (others.length > 0) {
      const calls: Calls = [first.call, ...others.map(({ call }) => call)]
      const together = await tryOut(escrow, calls)
      if (!('refused' in together)) {
        const more = others.reduce((rest, { cost }) => rest - cost, costOf(together) - first.cost)
        if (more <= balance) {
          balance -= more
          await send(calls, together)
          return
        }
      }
    }
    for (const { call, estimate } of [first, ...others]) await send([call], estimate)
  }

  async function flush(): Promise<void> {
    await sendTogether(waiting.propose)
    await sendTogether(waiting.release)
  }

  return {
    room: () => room,
    flush,
    async add(call, estimate) {
      const cost = costOf(estimate)
      if (cost > balance) return false
      balance -= cost
      // A call that was refused or left out before would spoil the transaction for others.
      const isAlone = call.tries > 0 || call.signature !== null
      if (hasSecond(version) && !isAlone && (call.kind === 'propose' || call.kind === 'release')) {
        const others = waiting[call.kind]
        if (others.push({ call, estimate, cost }) === mostInBatch) await sendTogether(others)
      } else {
        // A deposit is closed after earlier calls for it.
        await flush()
        await send([call], estimate)
      }
      return true
    },
  }
}

/** A node's failure that only these calls cause holds up no other. @throws Error where the node itself fails. */
export async function tryOut(escrow: Escrow, calls: Calls): Promise<TriedOut | { refused: string }> {
  try {
    const [first] = calls
    if (first.kind === 'approve') return await tryApproval(escrow, approvalOf(first))
    if (first.kind === 'settle') return await trySettling(escrow, placeOf(first))
    const call = callOf(calls)
    const estimate = await escrow.estimate(call)
    return 'refused' in estimate ? estimate : { ...estimate, call }
  } catch (error) {
    if (await isNodeFailure(error)) throw error
    return { refused: 'the node cannot try it out' }
  }
}
