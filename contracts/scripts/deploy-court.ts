import { BaseError, encodeDeployData, formatEther } from 'viem'
import { courtArbiterV2Abi as abi, courtArbiterV2Bytecode as bytecode } from '../src/index.ts'
import { chainsWithCourts } from './chains.ts'
import { extraDataOf, readCourtFee } from './check-chain.ts'
import { type CourtConfig, readCourtConfig } from './court-config.ts'
import { deployClient, flags, isSent, runDeployment, say } from './deploy-command.ts'
import { readCost } from './deploy-cost.ts'
import { type Deployed, sayHowToVerify, writeVerification } from './verification.ts'
import { verify } from './verify.ts'

const usage = `npm run deploy:court -w contracts [-- --send] [--verify]
  deploys the arbiter that asks a court (CourtArbiterV2); without --send it says what it would be and costs, and sends nothing
  --verify  has Sourcify, and with ETHERSCAN_API_KEY Etherscan, verify what was deployed with --send
  Courts of Kleros are known on ${chainsWithCourts}; elsewhere COURT names one.`

await runDeployment(usage, ['--send', '--dry-run', '--verify'], readCourtConfig(process.env), run)

async function run(config: CourtConfig): Promise<void> {
  const deployed = await deploy(config)
  if (deployed === null) return
  const { chainId, explorers } = config
  const source = { folder: 'src/v3', name: 'CourtArbiterV2' }
  const written = writeVerification({ ...config, source }, deployed)
  sayHowToVerify(chainId, written)
  say('It is the arbiter of escrow contracts that are deployed with:')
  console.log(`ESCROW_ARBITER=${deployed.address}`)
  if (!flags.includes('--verify')) return
  const verified = await verify({ chainId, address: deployed.address, written, ...explorers })
  for (const line of verified.lines) say(line)
  if (!verified.ok) process.exitCode = 1
}

async function deploy(config: CourtConfig): Promise<Deployed | null> {
  const { chainId, court, source, subcourt, jurors, metaEvidence } = config
  const client = deployClient(config)
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
  if (!isSent) {
    say('This was a dry run: nothing was sent. --send deploys it.')
    return null
  }
  const hash = await client.sendTransaction({ data })
  const { status, contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success' || !contractAddress) throw new BaseError(`The deployment ${hash} failed on chain.`)
  return { address: contractAddress, hash, args: data.slice(bytecode.length) }
}
