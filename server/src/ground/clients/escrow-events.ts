import { questEscrowV3Abi as abi } from '@furrow/contracts'
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

export type EscrowEvent = Place &
  (
    | { readonly kind: 'fund'; readonly token: Address; readonly amountEach: bigint; readonly slots: number }
    | { readonly kind: 'propose'; readonly farmer: Address; readonly reviewEndsAt: number }
    | {
        readonly kind: 'approve' | 'resolve' | 'settle' | 'divide' | 'concede' | 'attest' | 'return'
        readonly farmer: Address
      }
    | { readonly kind: 'release'; readonly farmer: Address; readonly amount: bigint }
    | {
        readonly kind: 'wait'
        readonly farmer: Address
        readonly side: 'farmer' | 'giver'
        readonly amount: bigint
      }
    | { readonly kind: 'dispute'; readonly farmer: Address; readonly settlesAt: number }
    | {
        readonly kind: 'rule'
        readonly farmer: Address
        /** In ten-thousandths. */
        readonly share: number
        readonly payableAt: number
      }
    | { readonly kind: 'pause-ruling'; readonly farmer: Address; readonly payableAt: number }
    /** `farmer` is null if the places given back had no farmer proposed. */
    | { readonly kind: 'refund'; readonly farmer: Address | null; readonly amount: bigint }
    /** From `endsAt` on, in milliseconds since 1970, free places are given back. */
    | { readonly kind: 'notice'; readonly endsAt: number }
    | { readonly kind: 'close' }
  )

/** So many block times are kept by hash: the ranges that are read overlap. */
const mostTimes = 1_000

/** The contract's events of these blocks, of any version, in order, without those that concern no quest. `times` caches the times of blocks between calls. */
export async function readEscrowEvents(
  client: PublicClient,
  address: Address,
  fromBlock: bigint,
  toBlock: bigint,
  times: Map<Hex, number>,
): Promise<EscrowEvent[]> {
  const logs = parseEventLogs({ abi, logs: await client.getLogs({ address, fromBlock, toBlock }) })
  if (times.size > mostTimes) times.clear()
  const events: EscrowEvent[] = []
  for (const log of logs) {
    if (!isOfQuest(log)) continue
    const at = times.get(log.blockHash) ?? (await readTime(client, log.blockNumber))
    times.set(log.blockHash, at)
    const place: Place = {
      escrow: log.args.escrow,
      hash: log.transactionHash,
      logIndex: log.logIndex,
      block: log.blockNumber,
      at,
    }
    events.push({ ...place, ...readEvent(log) })
  }
  return events
}

async function readTime(client: PublicClient, blockNumber: bigint): Promise<number> {
  const { timestamp } = await client.getBlock({ blockNumber })
  return Number(timestamp) * 1_000
}

type AnyLog = ReturnType<typeof parseEventLogs<typeof abi>>[number]
/** Roles, and destinations of money that another log tells as paid or refunded. */
const beside = [
  'ArbiterAccepted',
  'DecidersChanged',
  'DecidersNominated',
  'Deployed',
  'DeployedAs',
  'EIP712DomainChanged',
  'LimitSet',
  'OnlyListedSet',
  'OperatorChanged',
  'OperatorNominated',
  'ProposalsPaused',
  'RefundedTo',
  'ReleasedTo',
  'Rescued',
  'Sponsored',
  'WorkAttested',
] as const
type Log = Exclude<AnyLog, { eventName: (typeof beside)[number] }>

function isOfQuest(log: AnyLog): log is Log {
  return !beside.some(name => name === log.eventName)
}

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
    case 'Ruled':
      return {
        kind: 'rule',
        farmer: toAddress(log.args.farmer),
        share: log.args.share,
        payableAt: Number(log.args.payableAt) * 1_000,
      }
    case 'RulingPaused':
      return {
        kind: 'pause-ruling',
        farmer: toAddress(log.args.farmer),
        payableAt: Number(log.args.payableAt) * 1_000,
      }
    case 'Resolved':
      return { kind: 'resolve', farmer: toAddress(log.args.farmer) }
    case 'Settled':
      return { kind: 'settle', farmer: toAddress(log.args.farmer) }
    case 'Released':
      return { kind: 'release', farmer: toAddress(log.args.farmer), amount: log.args.amount }
    case 'Refunded': {
      const farmer = toAddress(log.args.farmer)
      return { kind: 'refund', farmer: farmer === zeroAddress ? null : farmer, amount: log.args.amount }
    }
    case 'Divided':
      return { kind: 'divide', farmer: toAddress(log.args.farmer) }
    case 'Conceded':
      return { kind: 'concede', farmer: toAddress(log.args.farmer) }
    case 'Attested':
      return { kind: 'attest', farmer: toAddress(log.args.farmer) }
    case 'Waiting':
      return {
        kind: 'wait',
        farmer: toAddress(log.args.farmer),
        side: log.args.receiver === log.args.farmer ? 'farmer' : 'giver',
        amount: log.args.amount,
      }
    case 'Returned':
      return { kind: 'return', farmer: toAddress(log.args.farmer) }
    case 'NoticeGiven':
      return { kind: 'notice', endsAt: Number(log.args.endsAt) * 1_000 }
    case 'Closed':
      return { kind: 'close' }
  }
}
