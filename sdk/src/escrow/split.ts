import {
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  getCreate2Address,
  type Hex,
  hexToBigInt,
  keccak256,
  parseAbi,
  stringToBytes,
} from 'viem'
import { mostSharedAtOnce } from '../amount.ts'
import type { Call } from './pay-in.ts'

/** An account whose money belongs to several payees, made by the `Splitter` at `factory`. */
export type Split = {
  readonly factory: string
  /** In ascending order, each once, 500 at most. */
  readonly payees: readonly string[]
  /** Each payee's part, in units. A balance of just their sum pays each exactly that. */
  readonly parts: readonly bigint[]
  readonly salt: Hex
}

const splitterAbi = parseAbi([
  'function share(address[] payees, uint256[] parts, bytes32 salt, address token)',
  'function shareSome(address[] payees, uint256[] parts, bytes32 salt, address token, uint256 count)',
  'function takeTo(address token, address receiver)',
])

const most = 500

/**
 * The address of a split account, computed without a chain: what is sent there goes to these payees alone, by these parts.
 *
 * @throws TypeError for payees that are not in ascending order, and for parts that no account has.
 */
export function splitAddressOf(split: Split): Hex {
  const { payees, parts } = inWords(split)
  const types = [{ type: 'address[]' }, { type: 'uint256[]' }, { type: 'bytes32' }] as const
  const salt = keccak256(encodeAbiParameters(types, [payees, parts, split.salt]))
  const from = getAddress(split.factory)
  // The factory's first act was to create the code of its accounts, of which each is a clone (ERC-1167).
  const code = getContractAddress({ from, nonce: 1n }).slice(2)
  const bytecode = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${code}5af43d82803e903d91602b57fd5bf3` as const
  return getCreate2Address({ from, salt, bytecode })
}

/**
 * Gives the account's whole balance of a token (the zero address is the coin) to its payees; anybody may send it. With `count` to so many of
 * them at most, and the next call goes on behind them: for lists that take more gas than one transaction may.
 *
 * @throws TypeError as `splitAddressOf` does.
 */
export function shareCall(split: Split & { readonly token: string; readonly count?: number }): Call {
  const { payees, parts } = inWords(split)
  const args = [payees, parts, split.salt, getAddress(split.token)] as const
  const data =
    split.count === undefined
      ? encodeFunctionData({ abi: splitterAbi, functionName: 'share', args })
      : encodeFunctionData({
          abi: splitterAbi,
          functionName: 'shareSome',
          args: [...args, BigInt(split.count)],
        })
  return { to: getAddress(split.factory), data, value: '0x0' }
}

/** A call of `shareCalls` gives the payees from the first one to before `until` their parts; both count from 0. */
export type ShareStep = { readonly call: Call; readonly from: number; readonly until: number }

/**
 * The calls that give all payees their parts, one after the other, each to as many as one transaction should pay. A division that is under way
 * (`next` of `readSplitMoney`) goes on behind those who have theirs.
 *
 * @throws TypeError as `splitAddressOf` does.
 */
export function shareCalls(split: Split & { readonly token: string }, next = 0): readonly ShareStep[] {
  const { length } = split.payees
  const count = Math.ceil((length - next) / mostSharedAtOnce)
  const call = shareCall({ ...split, ...(count > 1 && { count: mostSharedAtOnce }) })
  return Array.from({ length: count }, (_, index) => {
    const from = next + index * mostSharedAtOnce
    return { call, from, until: Math.min(from + mostSharedAtOnce, length) }
  })
}

/** A payee, who alone may send it, has what the account owes them of a token sent to another receiver. */
export function takeOwedCall(taken: {
  readonly account: string
  readonly token: string
  readonly receiver: string
}): Call {
  const args = [getAddress(taken.token), getAddress(taken.receiver)] as const
  const data = encodeFunctionData({ abi: splitterAbi, functionName: 'takeTo', args })
  return { to: getAddress(taken.account), data, value: '0x0' }
}

/** The salt of the account of one farmer's place on a quest: the same people can have another for another quest. */
export function splitSaltOf(questId: string, farmer: string): Hex {
  const types = [{ type: 'bytes32' }, { type: 'address' }] as const
  return keccak256(encodeAbiParameters(types, [keccak256(stringToBytes(questId)), getAddress(farmer)]))
}

function inWords({ payees: given, parts }: Split): { payees: Hex[]; parts: bigint[] } {
  const payees = given.map(payee => getAddress(payee))
  const numbers = payees.map(payee => hexToBigInt(payee))
  const isAscending = numbers.every((number, index) => number > (numbers[index - 1] ?? 0n))
  if (payees.length === 0 || payees.length > most || parts.length !== payees.length || !isAscending)
    throw new TypeError(`A split account has 1 to ${most} payees in ascending order, each with their part.`)
  const sum = parts.reduce((all, part) => all + part, 0n)
  if (sum <= 0n || sum >= 2n ** 256n || parts.some(part => part < 0n))
    throw new TypeError('The parts of a split account are not negative, and their sum is over zero.')
  return { payees, parts: [...parts] }
}
