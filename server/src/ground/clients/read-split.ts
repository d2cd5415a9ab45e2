import { splitAccountAbi } from '@furrow/contracts'
import { erc20Abi, type Hex, type Log, type PublicClient, parseEventLogs, zeroAddress } from 'viem'
import { type Address, toAddress } from '../address.ts'

export function sharedIn(logs: Log[]): Address[] {
  const shared = parseEventLogs({ abi: splitAccountAbi, logs, eventName: 'Shared' })
  return shared.map(({ address }) => toAddress(address))
}

/** The money of an account that no division has given to anybody, in the token's smallest unit, as of a block. */
export async function readUndivided(
  client: PublicClient,
  account: Hex,
  token: Hex,
  blockNumber: bigint,
): Promise<bigint> {
  const at = { blockNumber } as const
  const isThere = (await client.getCode({ address: account, ...at })) !== undefined
  const [balance, owed] = await Promise.all([
    token === zeroAddress
      ? client.getBalance({ address: account, ...at })
      : client.readContract({
          ...at,
          abi: erc20Abi,
          address: token,
          functionName: 'balanceOf',
          args: [account],
        }),
    isThere ? readOwed(client, account, token, blockNumber) : 0n,
  ])
  return balance > owed ? balance - owed : 0n
}

async function readOwed(client: PublicClient, address: Hex, token: Hex, blockNumber: bigint) {
  const [owed] = await client.readContract({
    ...{ address, blockNumber, args: [token] },
    abi: splitAccountAbi,
    functionName: 'rounds',
  })
  return owed
}
