import {
  BaseError,
  concatHex,
  createWalletClient,
  defineChain,
  encodeAbiParameters,
  encodeDeployData,
  getAddress,
  getCreate2Address,
  type Hex,
  http,
  keccak256,
  publicActions,
  toHex,
} from 'viem'
import { questEscrowV2Abi as abi, questEscrowV2Bytecode as bytecode } from '../src/index.ts'
import { type DeployConfig, readDeployConfig, type Terms } from './deploy-config.ts'
import { describeTerms } from './deploy-terms.ts'

/** Standard output is the settings of the service and nothing else; people read standard error. */
const say = console.error

/** The deployer that is at this address on almost every chain: the same bytes and salt give the same address on each. */
const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const salt = keccak256(toHex('furrow/quest-escrow/2'))

const read = readDeployConfig(process.env)
if ('problems' in read) {
  say(`Nothing was deployed. Set these right first:\n${read.problems.map(line => `  ${line}`).join('\n')}`)
  process.exitCode = 1
} else {
  try {
    const address = await deploy(read.config)
    sayHowToVerify(read.config.terms)
    console.log(`ESCROW_CHAIN_ID=${read.config.chainId}\nESCROW_ADDRESS=${address}`)
  } catch (error) {
    // The whole error of viem repeats the RPC's address, which may hold a key.
    say(error instanceof BaseError ? [error.shortMessage, error.details].join(' ').trim() : error)
    process.exitCode = 1
  }
}

async function deploy(config: DeployConfig) {
  const { chainId, deployer, terms } = config
  const client = clientOf(config)
  const actualId = await client.getChainId()
  if (actualId !== chainId)
    throw new BaseError(`RPC_URLS gives an RPC of chain ${actualId} for ${chainId}; nothing was deployed.`)

  for (const line of describeTerms(terms)) say(line)
  if (BigInt(terms.uptimeFeed) > 0n && !(await client.getCode({ address: terms.uptimeFeed })))
    throw new BaseError(`ESCROW_UPTIME_FEED is no contract on chain ${chainId}; nothing was deployed.`)

  const data = encodeDeployData({ abi, bytecode, args: [terms] })
  const address = getCreate2Address({ from: create2Deployer, salt, bytecode: data })
  if (await client.getCode({ address })) {
    say(`It is at ${address} already, with these terms; nothing was sent.`)
    return address
  }
  const isCanonical = Boolean(await client.getCode({ address: create2Deployer }))
  if (isCanonical) say(`The same terms have the address ${address} on every chain.`)
  else say(`This chain has no CREATE2 deployer at ${create2Deployer}: the address will be this chain's own.`)

  const hash = await client.sendTransaction(
    isCanonical ? { to: create2Deployer, data: concatHex([salt, data]) } : { data },
  )
  say(`Deployer ${deployer.address} sent ${hash}; waiting for its receipt.`)
  const receipt = await client.waitForTransactionReceipt({ hash })
  const created = isCanonical ? address : receipt.contractAddress
  if (receipt.status !== 'success' || !created || !(await client.getCode({ address: created })))
    throw new BaseError(`The deployment ${hash} failed on chain; nothing was deployed.`)
  say(`Deployed in block ${receipt.blockNumber} for ${receipt.gasUsed} gas.`)
  return getAddress(created)
}

function clientOf({ chainId, deployer, rpcUrl }: DeployConfig) {
  return createWalletClient({
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
}

/** What an explorer asks for. */
function sayHowToVerify(terms: Terms): void {
  const inputs = abi.find(item => item.type === 'constructor')?.inputs ?? []
  const args: Hex = encodeAbiParameters(inputs, [terms] as never)
  say('To verify it on an explorer:')
  say('  contract         src/v2/QuestEscrowV2.sol:QuestEscrowV2')
  say('  compiler         solc 0.8.37, by standard JSON input, which has all settings')
  say('  standard JSON    contracts/artifacts/QuestEscrowV2.input.json')
  say(`  constructor      ${args.slice(2)}`)
}
