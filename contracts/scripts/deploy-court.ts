import {
  BaseError,
  createWalletClient,
  defineChain,
  encodeDeployData,
  formatEther,
  http,
  publicActions,
} from 'viem'
import { courtArbiterV2Abi as abi, courtArbiterV2Bytecode as bytecode } from '../src/index.ts'
import { extraDataOf, readCourtFee } from './check-chain.ts'
import { type CourtConfig, readCourtConfig } from './court-config.ts'
import { readCost } from './deploy-cost.ts'

/** Standard output has only the setting of a deployment; people read standard error. */
const say = console.error

const flags = process.argv.slice(2)
const isSent = flags.includes('--send')
const usage = `npm run deploy:court -w contracts [-- --send]
  deploys the arbiter that asks a court (CourtArbiterV2); without --send it says what it would be and costs, and sends nothing`

const read = readCourtConfig(process.env)
if (flags.some(given => given !== '--send' && given !== '--dry-run')) {
  say(usage)
  process.exitCode = 1
} else if ('problems' in read) {
  say(`Nothing was deployed. Set these right first:\n${read.problems.map(line => `  ${line}`).join('\n')}`)
  process.exitCode = 1
} else {
  try {
    await deploy(read.config)
  } catch (error) {
    // The whole error of viem repeats the RPC's address, which may hold a key.
    say(error instanceof BaseError ? [error.shortMessage, error.details].join(' ').trim() : error)
    process.exitCode = 1
  }
}

async function deploy({ chainId, court, source, subcourt, jurors, metaEvidence, ...rest }: CourtConfig) {
  const client = clientOf(chainId, rest)
  const actualId = await client.getChainId()
  if (actualId !== chainId)
    throw new BaseError(`RPC_URLS gives an RPC of chain ${actualId} for ${chainId}; nothing was deployed.`)
  const extraData = extraDataOf(subcourt, jurors)
  const fee = await readCourtFee(client, court, extraData)
  if (fee === null || fee === 0n)
    throw new BaseError(`Nothing at ${court} answers as a court (ERC-792); nothing was deployed.`)
  say(
    `The court is ${court}${source === null ? '' : ` (${source})`}, its court ${subcourt} with ${jurors} jurors.`,
  )
  say(`A dispute costs each side ${formatEther(fee)} now, and the one that wins gets it back.`)
  say('Choose a DISPUTE_DAYS of the escrow contract that is longer than the court takes with its appeals.')
  const data = encodeDeployData({ abi, bytecode, args: [court, extraData, metaEvidence] })
  say(await readCost(client, { data }))
  if (!isSent) return say('This was a dry run: nothing was sent. --send deploys it.')
  const hash = await client.sendTransaction({ data })
  const { status, contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success' || !contractAddress) throw new BaseError(`The deployment ${hash} failed on chain.`)
  say('It is the arbiter of escrow contracts that are deployed with:')
  console.log(`ESCROW_ARBITER=${contractAddress}`)
}

function clientOf(chainId: number, { deployer, rpcUrl }: Pick<CourtConfig, 'deployer' | 'rpcUrl'>) {
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
