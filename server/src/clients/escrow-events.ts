import { questEscrowAbi as abi } from '@furrow/contracts'
import { type Hex, type PublicClient, parseEventLogs } from 'viem'
import { type Address, toAddress, zeroAddress } from '../address.ts'

type Place = {
  readonly escrow: Hex
  readonly hash: Hex
  readonly logIndex: number
  readonly block: bigint
  /** Milliseconds since 1970, of its block. */
  readonly at: number
}

/** What the contract reports, in the words of the service. */
export type EscrowEvent = Place &
  (
    | { readonly kind: 'fund'; readonly token: Address; readonly amountEach: bigint; readonly slots: number }
    | { readonly kind: 'propose'; readonly farmer: Address; readonly reviewEndsAt: number }
    | { readonly kind: 'approve' | 'resolve' | 'settle' | 'release'; readonly farmer: Address }
    | { readonly kind: 'dispute'; readonly farmer: Address; readonly settlesAt: number }
    /** `farmer` is null where places were given back that nobody was proposed for. */
    | { readonly kind: 'refund'; readonly farmer: Address | null; readonly amount: bigint }
    | { readonly kind: 'close' }
  )

/** The contract's events of these blocks, in order. */
export async function readEscrowEvents(
  client: PublicClient,
  address: Address,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<EscrowEvent[]> {
  const logs = parseEventLogs({ abi, logs: await client.getLogs({ address, fromBlock, toBlock }) })
  const times = new Map<bigint, number>()
  const events: EscrowEvent[] = []
  for (const log of logs) {
    if (!times.has(log.blockNumber)) {
      const block = await client.getBlock({ blockNumber: log.blockNumber })
      times.set(log.blockNumber, Number(block.timestamp) * 1_000)
    }
    const place: Place = {
      escrow: log.args.escrow,
      hash: log.transactionHash,
      logIndex: log.logIndex,
      block: log.blockNumber,
      at: times.get(log.blockNumber) as number,
    }
    events.push({ ...place, ...readEvent(log) })
  }
  return events
}

type Log = ReturnType<typeof parseEventLogs<typeof abi>>[number]
type Distribute<T> = T extends EscrowEvent ? Omit<T, keyof Place> : never

function readEvent(log: Log): Distribute<EscrowEvent> {
  switch (log.eventName) {
    case 'Funded': {
      const { token, amountEach, slots } = log.args
      return { kind: 'fund', token: toAddress(token), amountEach, slots }
    }
    case 'Proposed':
      return {
        kind: 'propose',
        farmer: toAddress(log.args.farmer),
        reviewEndsAt: Number(log.args.reviewEndsAt) * 1_000,
      }
    case 'Approved':
      return { kind: 'approve', farmer: toAddress(log.args.farmer) }
    case 'Disputed':
      return {
        kind: 'dispute',
        farmer: toAddress(log.args.farmer),
        settlesAt: Number(log.args.settlesAt) * 1_000,
      }
    case 'Resolved':
      return { kind: 'resolve', farmer: toAddress(log.args.farmer) }
    case 'Settled':
      return { kind: 'settle', farmer: toAddress(log.args.farmer) }
    case 'Released':
      return { kind: 'release', farmer: toAddress(log.args.farmer) }
    case 'Refunded': {
      const farmer = toAddress(log.args.farmer)
      return { kind: 'refund', farmer: farmer === zeroAddress ? null : farmer, amount: log.args.amount }
    }
    case 'Closed':
      return { kind: 'close' }
  }
}
