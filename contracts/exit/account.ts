import { isSplitter, splitAccountCodeOf } from '@furrow/contracts'
import {
  inSplitOrder,
  readSplitMoney,
  type Split,
  type SplitMoney,
  splitAddressOf,
  splitSaltOf,
  takeOwedCall,
} from '@furrow/sdk/escrow'
import { type Address, createPublicClient, custom, getAddress, type Hex, isAddress, isHex } from 'viem'
import { nodeOf, trySend } from './chain.ts'
import { readUnit, type Wallet } from './look.ts'

/** The typed words by which an account is known. */
export type AccountWords = {
  readonly splitter: string
  /** Each payee with their part, in units: `0x… 500000`, divided by commas or lines. */
  readonly shares: string
  readonly salt: string
  /** In the place of a salt: the quest and the farmer of its place. */
  readonly quest: string
  readonly farmer: string
}

export type FoundAccount = {
  readonly money: SplitMoney
  readonly say: (units: bigint) => string
  /** Whether its splitter has the code that this page knows. */
  readonly isKnown: boolean
}

/** @throws Error with a sentence for words that name no account. */
export function accountOf({ farmer, quest, salt, shares, splitter }: AccountWords): Split {
  const factory = requireAddress(splitter, 'The splitter')
  const given = shares
    .split(/[\n,;]/)
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      const [, payee = '', part = ''] = /^(0x[0-9a-f]{40})[\s=:]+(\d{1,78})$/i.exec(line) ?? []
      if (part === '') throw new Error(`This is no payee with their part in units: ${line}`)
      return { payee, part: BigInt(part) }
    })
  const split = { factory, ...inSplitOrder(given), salt: saltOf({ farmer, quest, salt }) }
  splitAddressOf(split)
  return split
}

function saltOf({ farmer, quest, salt }: Pick<AccountWords, 'farmer' | 'quest' | 'salt'>): Hex {
  if (isHex(salt) && salt.length === 66) return salt
  if (salt !== '') throw new Error('The salt must be 0x and 64 hex digits.')
  if (quest === '') throw new Error('Say which place: its salt, or its quest and farmer.')
  return splitSaltOf(quest, requireAddress(farmer, 'The farmer of the place'))
}

export function requireAddress(value: string, what: string): Address {
  if (!isAddress(value, { strict: false }))
    throw new Error(`${what} must be an address: 0x and 40 hex digits.`)
  return getAddress(value)
}

/** The account's money of a token, as the wallet's node tells it. */
export async function lookAtAccount(
  { provider }: Wallet,
  split: Split,
  token: Address,
): Promise<FoundAccount> {
  const client = createPublicClient({ transport: custom(provider) })
  const factory = getAddress(split.factory)
  const codeOf = async (address: Address) => (await client.getCode({ address })) ?? '0x'
  const [code, ofAccounts] = [await codeOf(factory), await codeOf(splitAccountCodeOf(factory))]
  if (code === '0x') throw new Error(`There is no splitter at ${factory} on the chain of your wallet.`)
  const money = await readSplitMoney(nodeOf(provider), split, token)
  return { money, say: await readUnit(client, token), isKnown: isSplitter(factory, code, ofAccounts) }
}

/** A payee has what was kept for them sent elsewhere. @throws Error with the contract's objection. */
export async function takeFromAccount(
  { me, provider }: Wallet,
  split: Split,
  token: Address,
  receiver: Address,
): Promise<string> {
  const { data, to } = takeOwedCall({ account: splitAddressOf(split), token, receiver })
  const hash = await trySend(provider, me, { to: getAddress(to), data: data as Hex, value: '0x0' })
  return `Sent: ${hash}. Look again once it is in a block.`
}
