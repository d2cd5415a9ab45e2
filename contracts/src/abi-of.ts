import { type EscrowVersion, hasSecond, hasThird } from '@furrow/sdk/escrow-version'
import { questEscrowAbi } from '../artifacts/quest-escrow.ts'
import { questEscrowV2Abi } from '../artifacts/quest-escrow-v2.ts'
import { questEscrowV3Abi } from '../artifacts/quest-escrow-v3.ts'

/** The ABI of a QuestEscrow of this version. */
export function escrowAbiOf(version: EscrowVersion) {
  if (hasThird(version)) return questEscrowV3Abi
  return hasSecond(version) ? questEscrowV2Abi : questEscrowAbi
}
