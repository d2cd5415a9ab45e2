import type { EscrowVersion } from '@furrow/sdk/escrow-version'
import { type Address, BaseError, ContractFunctionRevertedError, ContractFunctionZeroDataError } from 'viem'
import { questEscrowV3Abi } from '../artifacts/quest-escrow-v3.ts'

/** Constants of the first version, in seconds: the arbiter's time, and the time after which free places go back by themselves. */
export const firstVersion = { disputePeriod: 14 * 86_400, refundDelay: 90 * 86_400 } as const

/** Constants of the third version, in seconds: so long after it a ruling is carried out, and so much longer where it was paused. */
export const thirdVersion = { rulingDelay: 86_400, rulingPause: 7 * 86_400 } as const

type Reader = {
  readContract(asked: {
    abi: typeof questEscrowV3Abi
    address: Address
    functionName: 'VERSION'
  }): Promise<bigint>
}

const later: readonly EscrowVersion[] = [2, 3]

/**
 * The version of the QuestEscrow at an address where there is a contract. @throws Error for a version that is not known here,
 * and where the chain cannot be asked.
 */
export async function readVersion(client: Reader, address: Address): Promise<EscrowVersion> {
  try {
    const told = await client.readContract({ abi: questEscrowV3Abi, address, functionName: 'VERSION' })
    const version = later.find(one => BigInt(one) === told)
    if (version === undefined)
      throw new Error(`there is version ${told} of the contract, which is not known here`)
    return version
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
