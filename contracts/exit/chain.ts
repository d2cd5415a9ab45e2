import {
  courtArbiterAbi,
  firstVersion,
  isAsListed,
  questEscrowAbi,
  questEscrowV2Abi,
  readVersion,
} from '@furrow/contracts'
import { bringCall, readCourt } from '@furrow/sdk/escrow'
import {
  type Address,
  BaseError,
  createPublicClient,
  custom,
  decodeErrorResult,
  type EIP1193Provider,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  getAddress,
  type Hex,
  zeroAddress,
} from 'viem'
import { type Deposit, type Payment, type Step, states } from './steps.ts'

export type Found = {
  readonly deposit: Deposit
  /** Whether the contract's code is that of the deployment which this page knows at its address; null where it knows none. */
  readonly isAsListed: boolean | null
  readonly held: string
  readonly each: string
  readonly payments: readonly Payment[]
  /** The chain's own time, in unix seconds. */
  readonly now: number
}

/** The wallet of this browser, with its owner's address. @throws Error where there is none, or its owner declines. */
export async function connect(): Promise<{ provider: EIP1193Provider; me: Address }> {
  const { ethereum } = window as unknown as { ethereum?: EIP1193Provider }
  const provider = ethereum ?? (await announced())
  if (provider === undefined) throw new Error('There is no wallet in this browser.')
  const [me] = await provider.request({ method: 'eth_requestAccounts' })
  if (me === undefined) throw new Error('The wallet shows no account.')
  return { provider, me: getAddress(me) }
}

/** Wallets that announce themselves (EIP-6963); the first one is taken. */
async function announced(): Promise<EIP1193Provider | undefined> {
  return new Promise(resolve => {
    const take = (event: Event) => resolve((event as CustomEvent).detail.provider)
    window.addEventListener('eip6963:announceProvider', take, { once: true })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    setTimeout(() => resolve(undefined), 1_000)
  })
}

/** The contract's state of a deposit, and of each payment in it. @throws Error with a sentence. */
export async function look(
  provider: EIP1193Provider,
  address: Address,
  escrow: Hex,
  farmers: readonly Address[],
): Promise<Found> {
  const client = createPublicClient({ transport: custom(provider) })
  const [chainId, code] = await Promise.all([client.getChainId(), client.getCode({ address })])
  if (code === undefined)
    throw new Error(`There is no contract at ${address} on the chain of your wallet (${chainId}).`)
  // The third version has the second one's functions.
  const version = (await readVersion(client, address)) === 1 ? 1 : 2
  const first = { abi: questEscrowAbi, address } as const
  const second = { abi: questEscrowV2Abi, address } as const
  const [giver, time, , token, free, held, closed, amountEach] = await client.readContract({
    ...first,
    functionName: 'escrows',
    args: [escrow],
  })
  if (giver === zeroAddress) throw new Error('Nobody has paid in under this id in this contract.')
  const sponsor =
    version === 2
      ? await client.readContract({ ...second, functionName: 'sponsors', args: [escrow] })
      : zeroAddress
  const deposit: Deposit = {
    version,
    giver,
    refundee: sponsor === zeroAddress ? giver : sponsor,
    arbiter: await client.readContract({ ...first, functionName: 'arbiter' }),
    free,
    closed,
    freeAt: version === 1 ? Number(time) + firstVersion.refundDelay : Number(time),
    disputeSeconds:
      version === 1
        ? firstVersion.disputePeriod
        : Number(await client.readContract({ ...second, functionName: 'disputePeriod' })),
  }
  const known = new Set([...farmers, ...(await findFarmers(client, address, escrow))])
  const payments: Payment[] = []
  for (const farmer of known) {
    const [
      state,
      verified,
      reviewEndsAt,
      disputedAt,
      decidedAt = 0,
      ,
      returned = 0,
      ,
      farmerOwed = false,
      giverOwed = false,
    ] = (
      version === 1
        ? await client.readContract({ ...first, functionName: 'payments', args: [escrow, farmer] })
        : await client.readContract({ ...second, functionName: 'payments', args: [escrow, farmer] })
    ) as readonly [
      number,
      boolean,
      bigint | number,
      bigint | number,
      number?,
      number?,
      number?,
      boolean?,
      boolean?,
    ]
    payments.push({
      farmer,
      state: states[state] ?? 'none',
      verified,
      reviewEndsAt: Number(reviewEndsAt),
      disputedAt: Number(disputedAt),
      decidedAt,
      returned,
      farmerOwed,
      giverOwed,
      court: states[state] === 'disputed' ? await findCourt(provider, address, escrow, farmer) : null,
    })
  }
  const say = await readUnit(client, token)
  const { timestamp } = await client.getBlock()
  return {
    deposit,
    isAsListed: isAsListed({ chainId, address }, code),
    held: say(amountEach * BigInt(held)),
    each: say(amountEach),
    payments,
    now: Number(timestamp),
  }
}

const nodeOf =
  (provider: EIP1193Provider) =>
  (method: string, params: readonly unknown[] = []) =>
    provider.request({ method, params } as never) as Promise<unknown>

async function findCourt(
  provider: EIP1193Provider,
  contract: Address,
  escrowId: Hex,
  farmer: Address,
): Promise<Payment['court']> {
  const court = await readCourt(nodeOf(provider), { escrow: contract, escrowId, farmer })
  return court && { fee: `${formatUnits(court.fee, 18)} of the chain’s coin`, isBrought: court.isBrought }
}

type Client = ReturnType<typeof createPublicClient>

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

async function readUnit(client: Client, token: Address): Promise<(units: bigint) => string> {
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

/** The typed values of a step: another receiver, the farmer's share in ten-thousandths, and where some evidence is. */
export type Typed = {
  readonly receiver: Address | null
  readonly share: number | null
  readonly evidence: string | null
}

/** Has the contract try the step, and then the wallet send it. @throws Error with the contract's objection. */
export async function send(
  provider: EIP1193Provider,
  me: Address,
  address: Address,
  escrow: Hex,
  farmer: Address | null,
  { call, takes }: Step,
  { receiver, share, evidence }: Typed,
): Promise<Hex> {
  if (farmer !== null && (takes === 'fee' || takes === 'evidence'))
    return sendToCourt(provider, me, { contract: address, escrow, farmer, evidence })
  const args = {
    deposit: [escrow],
    farmer: [escrow, farmer],
    pay: [escrow, farmer, true],
    refund: [escrow, farmer, false],
    share: [escrow, farmer, share],
    receiver: [escrow, receiver],
    'farmer-receiver': [escrow, farmer, receiver],
    fee: [],
    evidence: [],
  }[takes]
  const request = { abi: questEscrowV2Abi, functionName: call, args } as never
  return trySend(provider, me, { to: address, data: encodeFunctionData(request), value: '0x0' })
}

/** Evidence goes to the arbiter's contract; without any the dispute is brought, for the court's fee as it is now. */
async function sendToCourt(
  provider: EIP1193Provider,
  me: Address,
  {
    contract,
    escrow,
    farmer,
    evidence,
  }: { contract: Address; escrow: Hex; farmer: Address; evidence: string | null },
): Promise<Hex> {
  const dispute = { escrow: contract, escrowId: escrow, farmer }
  const court = await readCourt(nodeOf(provider), dispute)
  if (court === null) throw new Error('The arbiter of this contract is no court.')
  if (evidence === null) return trySend(provider, me, bringCall(court, dispute))
  const args = [contract, escrow, farmer, evidence] as const
  const data = encodeFunctionData({ abi: courtArbiterAbi, functionName: 'submitEvidence', args })
  return trySend(provider, me, { to: court.arbiter, data, value: '0x0' })
}

async function trySend(
  provider: EIP1193Provider,
  me: Address,
  { to, data, value }: { readonly to: Address; readonly data: Hex; readonly value: Hex },
): Promise<Hex> {
  const client = createPublicClient({ transport: custom(provider) })
  try {
    await client.call({ account: me, to, data, value: BigInt(value) })
  } catch (error) {
    throw new Error(refusalOf(error))
  }
  return provider.request({ method: 'eth_sendTransaction', params: [{ from: me, to, value, data }] })
}

const errors = [...questEscrowV2Abi, ...courtArbiterAbi]

function refusalOf(error: unknown): string {
  if (!(error instanceof BaseError)) return String(error)
  let data: Hex | undefined
  error.walk(cause => {
    data ??= dataOf(cause)
    return false
  })
  try {
    const { errorName } = decodeErrorResult({ abi: errors, data: data ?? '0x' })
    return `The contract refuses it: ${errorName}.`
  } catch {
    return error.shortMessage
  }
}

/** Some wallets wrap the answer of their node. */
function dataOf(cause: unknown): Hex | undefined {
  const { data } = (cause ?? {}) as { data?: unknown }
  if (typeof data === 'string' && data.startsWith('0x')) return data as Hex
  return data !== null && typeof data === 'object' ? dataOf(data) : undefined
}
