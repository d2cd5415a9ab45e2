import { BaseError, encodeDeployData, formatEther } from 'viem'
import { courtArbiterV2Abi as abi, courtArbiterV2Bytecode as bytecode } from '../src/index.ts'
import { extraDataOf, readCourtFee } from './check-chain.ts'
import { type CourtConfig, readCourtConfig } from './court-config.ts'
import { deployClient, isSent, runDeployment, say } from './deploy-command.ts'
import { readCost } from './deploy-cost.ts'

const usage = `npm run deploy:court -w contracts [-- --send]
  deploys the arbiter that asks a court (CourtArbiterV2); without --send it says what it would be and costs, and sends nothing`

await runDeployment(usage, ['--send', '--dry-run'], readCourtConfig(process.env), deploy)

async function deploy({ chainId, court, source, subcourt, jurors, metaEvidence, ...rest }: CourtConfig) {
  const client = deployClient({ chainId, ...rest })
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
