import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { safeCalls } from '@furrow/sdk/safe'
import {
  type Address,
  BaseError,
  encodeFunctionData,
  erc20Abi,
  type PublicClient,
  parseUnits,
  zeroAddress,
} from 'viem'
import { questEscrowV3Abi as abi } from '../src/index.ts'
import type { Limits } from './third-terms.ts'
import { folderOf } from './verification.ts'

type Client = Pick<PublicClient, 'readContract' | 'getCode'>
export type Limit = { readonly token: Address; readonly units: bigint }

/** Each limit in the token's smallest unit. @throws BaseError where a token is none. */
export async function readUnits(client: Client, { most }: Limits): Promise<readonly Limit[]> {
  return Promise.all(
    most.map(async ({ token, amount }) => {
      const decimals = token === zeroAddress ? 18 : await readDecimals(client, token)
      const [, digits = ''] = amount.split('.')
      if (digits.length > decimals)
        throw new BaseError(`ESCROW_LIMITS: ${token} has ${decimals} decimals; nothing was deployed.`)
      return { token, units: parseUnits(amount, decimals) }
    }),
  )
}

/** @throws BaseError where a token of the terms is none on this chain. */
export async function checkTokens(client: Client, tokens: readonly Address[]): Promise<void> {
  await Promise.all(tokens.map(token => readDecimals(client, token)))
}

async function readDecimals(client: Client, token: Address): Promise<number> {
  try {
    return await client.readContract({ abi: erc20Abi, address: token, functionName: 'decimals' })
  } catch {
    throw new BaseError(`${token} does not answer as an ERC-20 on this chain; nothing was deployed.`)
  }
}

export type LimitFile = {
  readonly chainId: number
  readonly address: Address
  readonly owner: Address
  readonly verificationFolder: string
  readonly createdAt: number
}

/** Writes the calls that only the owner can send, as a file of Safe's Transaction Builder. Gives its path. */
export function writeLimitCalls(file: LimitFile, limits: readonly Limit[], onlyListed: boolean): string {
  const { address, chainId, createdAt, owner, verificationFolder } = file
  const set = limits.map(({ token, units }) =>
    encodeFunctionData({ abi, functionName: 'setLimit', args: [token, units] }),
  )
  if (onlyListed) set.push(encodeFunctionData({ abi, functionName: 'setOnlyListed', args: [true] }))
  const calls = set.map(data => ({ to: address, value: '0', data }))
  const batch = safeCalls(calls, { chainId, name: 'Furrow: limits', createdAt, safe: owner })
  const folder = folderOf(verificationFolder, chainId, address)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'limits-of-the-owner.json')
  writeFileSync(path, `${JSON.stringify(batch, null, 2)}\n`)
  return path
}
