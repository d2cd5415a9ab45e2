import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, parseAbi, zeroAddress } from 'viem'
import type { SplitAccount } from '../contract/sharing.ts'
import { callContract, type Node } from './node.ts'
import { type Split, splitAddressOf } from './split.ts'

const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function rounds(address token) view returns (uint256 owed, uint256 amount, uint256 next)',
  'function owed(address token, address payee) view returns (uint256)',
])

/** A split account's money of one token, in its units. */
export type SplitMoney = {
  /** Not given to anybody yet: `shareCall` gives it to the payees. */
  readonly undivided: bigint
  /** Divided, but not taken by the wallets of these payees, who alone may send it elsewhere (`takeOwedCall`). */
  readonly owed: readonly { readonly payee: string; readonly amount: bigint }[]
  /** The first payee who waits in a division that is under way, counted from 0; 0 between two. */
  readonly next: number
}

/**
 * The account of a shared place as the service tells it, for the calls of this module.
 *
 * @throws TypeError where its address is not that of these payees and parts, and as `splitAddressOf` does.
 */
export function splitFrom({ account, splitter, payees, parts, salt }: SplitAccount): Split {
  const split = { factory: splitter, payees, parts: parts.map(BigInt), salt: salt as Hex }
  if (splitAddressOf(split).toLowerCase() !== account.toLowerCase())
    throw new TypeError(`The account ${account} is not that of these payees and parts: pay nothing there.`)
  return split
}

/** Reads a split account's money of a token (the zero address is the coin), whether the account is deployed or not. */
export async function readSplitMoney(node: Node, split: Split, token: string): Promise<SplitMoney> {
  const account = splitAddressOf(split)
  const of = getAddress(token)
  const [balance, code] = await Promise.all([
    of === zeroAddress
      ? node('eth_getBalance', [account, 'latest']).then(answer => BigInt(String(answer)))
      : read(node, of, 'balanceOf', [account]),
    node('eth_getCode', [account, 'latest']),
  ])
  if (isUnmade(code)) return { undivided: balance, owed: [], next: 0 }
  const [inAll, , next] = await readRounds(node, account, of)
  const owed =
    inAll === 0n
      ? []
      : await Promise.all(
          split.payees.map(async payee => ({
            payee,
            amount: await read(node, account, 'owed', [of, getAddress(payee)]),
          })),
        )
  return {
    undivided: balance > inAll ? balance - inAll : 0n,
    owed: owed.filter(({ amount }) => amount > 0n),
    next: Number(next),
  }
}

/** As `next` of `readSplitMoney`, by two questions, however many payees there are. */
export async function readNextPayee(node: Node, split: Split, token: string): Promise<number> {
  const account = splitAddressOf(split)
  if (isUnmade(await node('eth_getCode', [account, 'latest']))) return 0
  const [, , next] = await readRounds(node, account, getAddress(token))
  return Number(next)
}

/** An account comes to be with its first division. */
function isUnmade(code: unknown): boolean {
  return String(code).length <= 2
}

async function readRounds(node: Node, account: Hex, token: Hex): Promise<readonly [bigint, bigint, bigint]> {
  const data = encodeFunctionData({ abi, functionName: 'rounds', args: [token] })
  const answer = (await callContract(node, account, data)) as Hex
  return decodeFunctionResult({ abi, functionName: 'rounds', data: answer })
}

async function read(
  node: Node,
  to: string,
  functionName: 'balanceOf' | 'owed',
  args: readonly Hex[],
): Promise<bigint> {
  const data = encodeFunctionData({ abi, functionName, args } as never)
  return decodeFunctionResult({
    abi,
    functionName,
    data: (await callContract(node, to, data)) as Hex,
  } as never) as bigint
}
