import {
  questEscrowAbi as abi,
  questEscrowV2Abi as secondAbi,
  questEscrowV3Abi as thirdAbi,
} from '@furrow/contracts'
import { type EscrowVersion, hasSecond, hasThird } from '@furrow/sdk/escrow-version'
import type { Hex, PublicClient } from 'viem'
import { type Address, toAddress, zeroAddress } from '../address.ts'

type At = { readonly address: Address; readonly version: EscrowVersion }

export type Deciders = {
  readonly arbiter: Address
  /** The signer of proved work, for whom an undecided dispute pays; null for nobody. */
  readonly attester: Address | null
}

/** The operator now, who may propose. The first version has no owner, and its operator is the same for ever. */
export type Standing = {
  readonly operator: Address
  readonly paused: boolean
  readonly owner: Address | null
  /** The nominated operator, and from when on they may take over, in milliseconds since 1970. */
  readonly nominee: { readonly address: Address; readonly from: number } | null
  /** The nominated arbiter and attester of deposits to come, and from when on the owner may appoint them. */
  readonly nextDeciders: (Deciders & { readonly from: number }) | null
}

/** The bounds of new deposits in a token, by the third version's owner. */
export type Limit = {
  /** The most that one deposit may be, in the token's smallest unit; null where it is not listed. */
  readonly most: bigint | null
  readonly onlyListed: boolean
}

function orNobody(address: Hex): Address | null {
  return address === zeroAddress ? null : toAddress(address)
}

/** For deposits that are made now. @throws Error where the chain cannot be asked. */
export async function readDecidersNow(client: PublicClient, { address, version }: At): Promise<Deciders> {
  const arbiter = await client.readContract({ abi, address, functionName: 'arbiter' })
  const attester = hasSecond(version)
    ? await client.readContract({ abi: secondAbi, address, functionName: 'attester' })
    : zeroAddress
  return { arbiter: toAddress(arbiter), attester: orNobody(attester) }
}

/** Those for whom a deposit ends, as it was funded. */
export type DepositRoles = Deciders & {
  /** The wallet that paid it in for its giver, and gets what comes back; null where the giver did. */
  readonly sponsor: Address | null
}

/** The roles of each of these deposits in a contract of the third version, as of that block. */
export async function readDecidersOf(
  client: PublicClient,
  address: Address,
  escrows: readonly Hex[],
  blockNumber: bigint,
): Promise<readonly DepositRoles[]> {
  const names = ['arbiterOf', 'attesterOf', 'sponsors'] as const
  const found = (await client.multicall({
    allowFailure: false,
    deployless: true,
    blockNumber,
    contracts: escrows.flatMap(escrow =>
      names.map(functionName => ({ abi: thirdAbi, address, functionName, args: [escrow] }) as const),
    ),
  })) as readonly Hex[]
  return escrows.map((_, index) => ({
    arbiter: toAddress(found[3 * index] as Hex),
    attester: orNobody(found[3 * index + 1] as Hex),
    sponsor: orNobody(found[3 * index + 2] as Hex),
  }))
}

export async function readStanding(client: PublicClient, { address, version }: At): Promise<Standing> {
  if (!hasSecond(version)) {
    const operator = await client.readContract({ abi, address, functionName: 'operator' })
    return { operator: toAddress(operator), paused: false, owner: null, nominee: null, nextDeciders: null }
  }
  const names = ['operator', 'proposalsPaused', 'owner', 'nominee', 'nomineeFrom'] as const
  const later = hasThird(version) ? (['nominatedDeciders', 'decidersFrom'] as const) : []
  const [
    operator,
    paused,
    owner,
    nominee,
    from,
    [arbiter, attester] = [zeroAddress, zeroAddress],
    since = 0n,
  ] = (await client.multicall({
    allowFailure: false,
    deployless: true,
    contracts: [...names, ...later].map(functionName => ({ abi: thirdAbi, address, functionName }) as const),
  })) as unknown as [Hex, boolean, Hex, Hex, bigint, [Hex, Hex]?, bigint?]
  return {
    operator: toAddress(operator),
    paused,
    owner: orNobody(owner),
    nominee: nominee === zeroAddress ? null : { address: toAddress(nominee), from: Number(from) * 1_000 },
    nextDeciders:
      arbiter === zeroAddress
        ? null
        : { arbiter: toAddress(arbiter), attester: orNobody(attester), from: Number(since) * 1_000 },
  }
}

/** null in the versions that have no limits. */
export async function readLimit(
  client: PublicClient,
  { address, version }: At,
  token: Address,
): Promise<Limit | null> {
  if (!hasThird(version)) return null
  const [most, onlyListed] = await client.multicall({
    allowFailure: false,
    deployless: true,
    contracts: [
      { abi: thirdAbi, address, functionName: 'limits', args: [token] },
      { abi: thirdAbi, address, functionName: 'onlyListed' },
    ] as const,
  })
  return { most: most === 0n ? null : most, onlyListed }
}
