import { BaseError, createWalletClient, defineChain, getAddress, http, publicActions } from 'viem'
import { questEscrowAbi, questEscrowBytecode } from '../src/index.ts'
import { type DeployConfig, readDeployConfig } from './deploy-config.ts'

/** Standard output is the settings of the service and nothing else; people read standard error. */
const say = console.error

const read = readDeployConfig(process.env)
if ('problems' in read) {
  say(`Nothing was deployed. Set these right first:\n${read.problems.map(line => `  ${line}`).join('\n')}`)
  process.exitCode = 1
} else {
  try {
    const address = await deploy(read.config)
    console.log(`ESCROW_CHAIN_ID=${read.config.chainId}\nESCROW_ADDRESS=${address}`)
  } catch (error) {
    // The whole error of viem repeats the RPC's address, which may hold a key.
    say(error instanceof BaseError ? [error.shortMessage, error.details].join(' ').trim() : error)
    process.exitCode = 1
  }
}

async function deploy({ chainId, rpcUrl, deployer, operator, arbiter, reviewWindow }: DeployConfig) {
  const client = createWalletClient({
    account: deployer,
    chain: defineChain({
      id: chainId,
      name: `chain ${chainId}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl),
    pollingInterval: 1_000,
  }).extend(publicActions)

  const actualId = await client.getChainId()
  if (actualId !== chainId)
    throw new BaseError(`RPC_URLS gives an RPC of chain ${actualId} for ${chainId}; nothing was deployed.`)

  say(`Operator ${operator} proposes farmers and closes escrows.`)
  say(`Arbiter ${arbiter} resolves disputes. Review window: ${reviewWindow} seconds.`)
  if (operator.toLowerCase() === arbiter.toLowerCase())
    say('Warning: operator and arbiter are the same key; who steals it can pay farmers that he made up.')

  const hash = await client.deployContract({
    abi: questEscrowAbi,
    bytecode: questEscrowBytecode,
    args: [operator, arbiter, reviewWindow],
  })
  say(`Deployer ${deployer.address} sent ${hash}; waiting for its receipt.`)
  const receipt = await client.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success' || !receipt.contractAddress)
    throw new BaseError(`The deployment ${hash} failed on chain; nothing was deployed.`)
  say(`Deployed in block ${receipt.blockNumber} for ${receipt.gasUsed} gas.`)
  return getAddress(receipt.contractAddress)
}
