import { createRequire } from 'node:module'
import type { Anvil } from '@furrow/contracts/testing'
import {
  type Abi,
  concat,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  hashMessage,
  keccak256,
  pad,
  zeroAddress,
} from 'viem'
import { type Address, toAddress } from '../src/ground/address.ts'
import type { Deploy } from './ens.ts'
import type { Wallet } from './harness.ts'

const require = createRequire(import.meta.url)
const artifacts = '@safe-global/safe-contracts/build/artifacts/contracts'
const read = (path: string): { abi: Abi; bytecode: Hex } => require(`${artifacts}/${path}.json`)

const safe = read('Safe.sol/Safe')
const proxyFactory = read('proxies/SafeProxyFactory.sol/SafeProxyFactory')
const proxy = read('proxies/SafeProxy.sol/SafeProxy')
const fallbackHandler = read('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler')

export type SafeWallet = {
  readonly address: Address
  readonly factory: Address
  /** The call of the factory that deploys it. */
  readonly factoryData: Hex
  /** The owner's signature of a text, as the wallet takes it (EIP-712). */
  sign(message: string): Promise<Hex>
  /** As `sign`, by a later owner. */
  signAs(owner: Wallet, message: string): Promise<Hex>
  /** As `sign`, for a text that was hashed already. */
  signHash(hash: Hex): Promise<Hex>
  /** The same for a wallet that may not be deployed yet (ERC-6492). */
  signUndeployed(message: string): Promise<Hex>
}

/** Replaces the first owner by another, or adds one more; the first owner sends it. */
export async function changeOwners(
  { client }: Anvil,
  { address }: SafeWallet,
  owner: Wallet,
  how: 'swap' | 'add',
  other: Wallet,
): Promise<void> {
  const [functionName, args] =
    how === 'swap'
      ? ['swapOwner', [pad('0x01', { size: 20 }), owner.address, other.address]]
      : ['addOwnerWithThreshold', [other.address, 1n]]
  const data = encodeFunctionData({
    abi: safe.abi,
    functionName: functionName as string,
    args: args as unknown[],
  })
  // For an owner who sends the call, the address is the signature.
  const sent = concat([pad(owner.address), pad('0x'), '0x01'])
  await client.setBalance({ address: owner.address, value: 10n ** 18n })
  await client.impersonateAccount({ address: owner.address })
  const hash = await client.writeContract({
    abi: safe.abi,
    address,
    functionName: 'execTransaction',
    args: [address, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, sent],
    account: owner.address,
  } as never)
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error('the owners did not change')
}

/** The call of the factory, which anybody may send. */
export async function deploySafe(
  { client, account }: Anvil,
  { factory, factoryData }: SafeWallet,
): Promise<void> {
  const hash = await client.sendTransaction({ account: account(0), to: factory, data: factoryData } as never)
  await client.waitForTransactionReceipt({ hash })
}

/** The contracts that all Safes of a chain share. */
export async function deploySafes(deploy: Deploy): Promise<(owner: Wallet, chainId: number) => SafeWallet> {
  const singleton = await deploy(safe)
  const factory = await deploy(proxyFactory)
  const handler = await deploy(fallbackHandler)

  return (owner, chainId) => {
    const setup = encodeFunctionData({
      abi: safe.abi,
      functionName: 'setup',
      args: [[owner.address], 1n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress],
    })
    const salt = 1n
    const factoryData = encodeFunctionData({
      abi: proxyFactory.abi,
      functionName: 'createProxyWithNonce',
      args: [singleton, setup, salt],
    })
    const address = getContractAddress({
      opcode: 'CREATE2',
      from: factory,
      salt: keccak256(concat([keccak256(setup), pad(`0x${salt.toString(16).padStart(2, '0')}`)])),
      bytecode: encodeDeployData({ abi: proxy.abi, bytecode: proxy.bytecode, args: [singleton] }),
    })
    const signHash = (hash: Hex, by = owner) =>
      by.account.signTypedData({
        domain: { chainId, verifyingContract: address },
        types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
        primaryType: 'SafeMessage',
        message: { message: hash },
      })
    const sign = (message: string) => signHash(hashMessage(message))
    return {
      address: toAddress(address),
      factory,
      factoryData,
      sign,
      signAs: (by, message) => signHash(hashMessage(message), by),
      signHash,
      async signUndeployed(message) {
        const inner = encodeAbiParameters(
          [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
          [factory, factoryData, await sign(message)],
        )
        return concat([inner, `0x${'6492'.repeat(16)}`])
      },
    }
  }
}
