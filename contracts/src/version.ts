import { type Address, BaseError, ContractFunctionRevertedError, ContractFunctionZeroDataError } from 'viem'
import { questEscrowV2Abi } from '../artifacts/quest-escrow-v2.ts'

/** Constants of the first version, in seconds: the arbiter's time, and the time after which free places go back by themselves. */
export const firstVersion = { disputePeriod: 14 * 86_400, refundDelay: 90 * 86_400 } as const

type Reader = {
  readContract(asked: {
    abi: typeof questEscrowV2Abi
    address: Address
    functionName: 'VERSION'
  }): Promise<bigint>
}

/**
 * The version of the QuestEscrow at an address where there is a contract. @throws Error for a version that is not known here,
 * and where the chain cannot be asked.
 */
export async function readVersion(client: Reader, address: Address): Promise<1 | 2> {
  try {
    const version = await client.readContract({ abi: questEscrowV2Abi, address, functionName: 'VERSION' })
    if (version !== 2n)
      throw new Error(`there is version ${version} of the contract, which is not known here`)
    return 2
  } catch (error) {
    if (isRefused(error)) return 1
    throw error
  }
}

/** The first version has no such function. */
function isRefused(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk(
      cause =>
        cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError,
    ) !== null
  )
}
