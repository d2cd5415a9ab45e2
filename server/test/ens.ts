import { createRequire } from 'node:module'
import type { Anvil } from '@furrow/contracts/testing'
import { localUniversalResolverAbi, localUniversalResolverBytecode } from '@furrow/contracts/testing/identity'
import { type Abi, type Hex, labelhash, namehash, parseAbi, toCoinType, zeroHash } from 'viem'
import { type Address, toAddress } from '../src/ground/address.ts'
import { takeChain } from './kept-chains.ts'

const require = createRequire(import.meta.url)

const registryAbi = parseAbi([
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner)',
  'function setResolver(bytes32 node, address resolver)',
])
const resolverAbi = parseAbi([
  'function setAddr(bytes32 node, address addr)',
  'function setAddr(bytes32 node, uint256 coinType, bytes addr)',
  'function setName(bytes32 node, string name)',
])
const reverseAbi = parseAbi(['function setName(string name) returns (bytes32)'])

export type EnsChain = {
  readonly anvil: Anvil
  /** The service's settings for this ENS. */
  readonly env: Readonly<Record<string, string>>
  readonly deploy: Deploy
  /** Registers `<label>.eth` with the public resolver, and points it to the address. */
  point(label: string, address: string): Promise<void>
  /** Registers `<label>.eth` with a resolver of one's own. */
  delegate(label: string, resolver: Address): Promise<void>
  /** As `point`, with the address that it has on another chain, and not on Ethereum. */
  pointOn(chainId: number, label: string, address: string): Promise<void>
  /** Sets an address's primary name; the address pays for that, so it is one of anvil's. */
  callItself(index: number, name: string): Promise<void>
  /** Sets an address's primary name on another chain. */
  callOn(chainId: number, address: string, name: string): Promise<void>
}

export type Deploy = (contract: { abi: Abi; bytecode: Hex; args?: unknown[] }) => Promise<Address>

/** An empty chain for a test. */
export async function startBareChain(chainId: number): Promise<{ anvil: Anvil; deploy: Deploy }> {
  const { anvil } = await takeChain(`${chainId}`, { chainId }, async () => null)
  return { anvil, deploy: deployOn(anvil) }
}

function deployOn(anvil: Anvil): Deploy {
  const account = anvil.account(0)
  return async ({ abi, bytecode, args = [] }) => {
    const hash = await anvil.client.deployContract({ abi, bytecode, args, account })
    const { contractAddress } = await anvil.client.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error('nothing was deployed')
    return toAddress(contractAddress)
  }
}

/** A chain with the ENS's own registry, public resolver and reverse registrar. */
export async function startEnsChain(): Promise<EnsChain> {
  const { built } = await takeChain('ens', { chainId: 1 }, buildEns)
  return built
}

async function buildEns(anvil: Anvil): Promise<EnsChain> {
  const deploy = deployOn(anvil)
  const { client } = anvil
  const account = anvil.account(0)

  const registry = await deploy(artifact('@ensdomains/ens', 'ENSRegistry'))
  const resolver = await deploy({ ...artifact('@ensdomains/resolver', 'PublicResolver'), args: [registry] })
  const reverse = await deploy({
    ...artifact('@ensdomains/ens', 'ReverseRegistrar'),
    args: [registry, resolver],
  })
  const universal = await deploy({
    abi: localUniversalResolverAbi as Abi,
    bytecode: localUniversalResolverBytecode,
    args: [registry],
  })

  const write = async (to: Address, abi: Abi, functionName: string, args: unknown[], from = account) => {
    const hash = await client.writeContract({ address: to, abi, functionName, args, account: from })
    await client.waitForTransactionReceipt({ hash })
  }
  const own = (node: Hex, label: string, owner: Address) =>
    write(registry, registryAbi, 'setSubnodeOwner', [node, labelhash(label), owner])
  const delegate = async (label: string, to: Address) => {
    await own(namehash('eth'), label, toAddress(account.address))
    await write(registry, registryAbi, 'setResolver', [namehash(`${label}.eth`), to])
  }

  await own(zeroHash, 'reverse', toAddress(account.address))
  await own(namehash('reverse'), 'addr', reverse)
  await own(zeroHash, 'eth', toAddress(account.address))

  return {
    anvil,
    deploy,
    env: { RPC_URLS: `1=${anvil.rpcUrl}`, ENS_UNIVERSAL_RESOLVER: universal },
    delegate,
    async point(label, address) {
      await delegate(label, resolver)
      await write(resolver, resolverAbi, 'setAddr', [namehash(`${label}.eth`), toAddress(address)])
    },
    async pointOn(chainId, label, address) {
      await delegate(label, resolver)
      const coin = toCoinType(chainId)
      await write(resolver, resolverAbi, 'setAddr', [namehash(`${label}.eth`), coin, toAddress(address)])
    },
    async callOn(chainId, address, name) {
      const coin = toCoinType(chainId).toString(16)
      const label = address.slice(2).toLowerCase()
      const node = namehash(`${label}.${coin}.reverse`)
      await own(namehash('reverse'), coin, toAddress(account.address))
      await own(namehash(`${coin}.reverse`), label, toAddress(account.address))
      await write(registry, registryAbi, 'setResolver', [node, resolver])
      await write(resolver, resolverAbi, 'setName', [node, name])
    },
    callItself: (index, name) => write(reverse, reverseAbi, 'setName', [name], anvil.account(index)),
  }
}

/** A built contract from a package of the ENS. */
function artifact(packageName: string, contract: string): { abi: Abi; bytecode: Hex } {
  return require(`${packageName}/build/contracts/${contract}.json`)
}
