import {
  escrowAbiOf,
  firstVersion,
  isAsListed,
  questEscrowAbi,
  questEscrowV3Abi,
  readVersion,
} from '@furrow/contracts'
import { hasSecond, hasThird, paymentStates } from '@furrow/sdk/escrow-version'
import {
  type Address,
  createPublicClient,
  custom,
  type EIP1193Provider,
  erc20Abi,
  formatUnits,
  type Hex,
  zeroAddress,
} from 'viem'
import { findCourt } from './court.ts'
import type { Contract, Deposit, Payment } from './steps.ts'

export type Found = {
  /** Known of the third version; null of the ones before. */
  readonly contract: Contract | null
  /** Whether the contract's code is that of the deployment which this page knows at its address; null where it knows none. */
  readonly isAsListed: boolean | null
  /** null where nobody has paid in under the id. */
  readonly paid: Paid | null
  /** The chain's own time, in unix seconds. */
  readonly now: number
}

export type Paid = {
  readonly deposit: Deposit
  readonly held: string
  readonly each: string
  readonly payments: readonly Payment[]
}

type Client = ReturnType<typeof createPublicClient>
type At = { readonly address: Address; readonly version: Deposit['version']; readonly escrow: Hex }

export type Wallet = { readonly provider: EIP1193Provider; readonly me: Address }

/** The contract's state of a deposit, and of each payment in it. @throws Error with a sentence. */
export async function look(
  { provider, me }: Wallet,
  address: Address,
  escrow: Hex,
  farmers: readonly Address[],
): Promise<Found> {
  const client = createPublicClient({ transport: custom(provider) })
  const [chainId, code] = await Promise.all([client.getChainId(), client.getCode({ address })])
  if (code === undefined)
    throw new Error(`There is no contract at ${address} on the chain of your wallet (${chainId}).`)
  const at = { address, escrow, version: await readVersion(client, address) }
  const contract = hasThird(at.version) ? await readContract(client, address, me) : null
  const paid = await readPaid(client, at, contract)
  if (paid === null && contract === null)
    throw new Error('Nobody has paid in under this id in this contract.')
  const known = new Set([...farmers, ...(await findFarmers(client, address, escrow))])
  const payments: Payment[] = []
  for (const farmer of paid === null ? [] : known) {
    const payment = await readPayment(client, at, farmer)
    const { arbiter } = paid?.deposit ?? { arbiter: zeroAddress }
    const asked = { contract: address, arbiter, escrow, farmer, me }
    const court = payment.disputedAt === 0 ? null : await findCourt(provider, asked)
    payments.push({ ...payment, court })
  }
  const { timestamp } = await client.getBlock()
  return {
    contract,
    isAsListed: isAsListed({ chainId, address }, code),
    paid: paid && { ...paid, payments },
    now: Number(timestamp),
  }
}

async function readContract(client: Client, address: Address, me: Address): Promise<Contract> {
  const at = { abi: questEscrowV3Abi, address } as const
  const [operator, arbiter, owner] = await Promise.all([
    client.readContract({ ...at, functionName: 'operator' }),
    client.readContract({ ...at, functionName: 'arbiter' }),
    client.readContract({ ...at, functionName: 'owner' }),
  ])
  const args = [me, operator] as const
  const acceptsBoth = await client.readContract({ ...at, functionName: 'acceptsBoth', args })
  return { operator, arbiter, owner, acceptsBoth }
}

async function readPaid(
  client: Client,
  { address, escrow, version }: At,
  contract: Contract | null,
): Promise<Omit<Paid, 'payments'> | null> {
  const first = { abi: questEscrowAbi, address } as const
  const later = { abi: questEscrowV3Abi, address } as const
  const args = [escrow] as const
  const [giver, time, , token, free, held, closed, amountEach] = await client.readContract({
    ...first,
    functionName: 'escrows',
    args,
  })
  if (giver === zeroAddress) return null
  const sponsor = hasSecond(version)
    ? await client.readContract({ ...later, functionName: 'sponsors', args })
    : zeroAddress
  const say = await readUnit(client, token)
  const deposit: Deposit = {
    version,
    giver,
    refundee: sponsor === zeroAddress ? giver : sponsor,
    arbiter: hasThird(version)
      ? await client.readContract({ ...later, functionName: 'arbiterOf', args })
      : await client.readContract({ ...first, functionName: 'arbiter' }),
    owner: contract?.owner ?? zeroAddress,
    free,
    closed,
    freeAt: hasSecond(version) ? Number(time) : Number(time) + firstVersion.refundDelay,
    disputeSeconds: hasSecond(version)
      ? Number(await client.readContract({ ...later, functionName: 'disputePeriod' }))
      : firstVersion.disputePeriod,
  }
  return { deposit, held: say(amountEach * BigInt(held)), each: say(amountEach) }
}

const pauses = ['no', 'now', 'before'] as const

async function readPayment(
  client: Client,
  { address, escrow, version }: At,
  farmer: Address,
): Promise<Payment> {
  const asked = { address, functionName: 'payments', args: [escrow, farmer] } as const
  const abi = escrowAbiOf(version)
  const [
    state,
    verified,
    reviewEndsAt,
    disputedAt,
    decidedAt = 0,
    share = 0,
    returned = 0,
    ,
    farmerOwed = false,
    giverOwed = false,
    paused = 0,
  ] = (await client.readContract({ ...asked, abi } as never)) as unknown as readonly [
    number,
    boolean,
    bigint | number,
    bigint | number,
    number?,
    number?,
    number?,
    boolean?,
    boolean?,
    boolean?,
    number?,
  ]
  const name = paymentStates[state] ?? 'none'
  return {
    farmer,
    state: name,
    verified,
    reviewEndsAt: Number(reviewEndsAt),
    disputedAt: Number(disputedAt),
    decidedAt,
    share,
    returned,
    paused: pauses[paused] ?? 'no',
    payableAt: name === 'ruled' ? await readPayableAt(client, address, decidedAt, paused) : 0,
    farmerOwed,
    giverOwed,
    court: null,
  }
}

/** The contract adds to it where the sequencer was down, and says so when it is called too early. */
async function readPayableAt(
  client: Client,
  address: Address,
  ruledAt: number,
  paused: number,
): Promise<number> {
  const at = { abi: questEscrowV3Abi, address } as const
  const [delay, pause] = await Promise.all([
    client.readContract({ ...at, functionName: 'RULING_DELAY' }),
    client.readContract({ ...at, functionName: 'RULING_PAUSE' }),
  ])
  return ruledAt + Number(delay) + (pauses[paused] === 'now' ? Number(pause) : 0)
}

/** All farmers ever proposed. A node that does not look so far back gives none: then the farmer has to be typed. */
async function findFarmers(client: Client, address: Address, escrow: Hex): Promise<Address[]> {
  const event = questEscrowAbi.find(item => item.type === 'event' && item.name === 'Proposed')
  try {
    const logs = await client.getLogs({
      address,
      event: event as Extract<typeof event, { name: 'Proposed' }>,
      args: { escrow },
      fromBlock: 0n,
    })
    return logs.flatMap(({ args }) => args.farmer ?? [])
  } catch {
    return []
  }
}

/** How an amount of a token is said, by its own name where it has one. */
export async function readUnit(client: Client, token: Address): Promise<(units: bigint) => string> {
  if (token === zeroAddress) return units => `${formatUnits(units, 18)} of the chain’s coin`
  const of = { abi: erc20Abi, address: token } as const
  try {
    const decimals = await client.readContract({ ...of, functionName: 'decimals' })
    const symbol = await client.readContract({ ...of, functionName: 'symbol' })
    return units => `${formatUnits(units, decimals)} ${symbol} (${token})`
  } catch {
    return units => `${units} units of ${token}`
  }
}
