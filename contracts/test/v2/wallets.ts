import type { Address } from 'viem'
import { ownedWalletAbi, ownedWalletBytecode } from '../identity-fixtures.ts'
import type { World } from './world.ts'

/** A contract wallet whose owner's key signs for it. */
export async function ownedBy({ client, deploy }: World, owner: Address): Promise<Address> {
  const wallet = await deploy(ownedWalletAbi, ownedWalletBytecode)
  await client.setStorageAt({ address: wallet, index: 0, value: `0x${owner.slice(2).padStart(64, '0')}` })
  return wallet
}
