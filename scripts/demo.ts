// One whole story on a chain of its own: a giver pays in, a farmer works, the window passes, the contract pays.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { questEscrowV2Abi, questEscrowV2Bytecode } from '@furrow/contracts'
import { anvilPath, startAnvil, testTokenAbi, testTokenBytecode } from '@furrow/contracts/testing'
import { createFurrow } from '@furrow/sdk'
import { formatUnits, type HDAccount, type Hex, keccak256, stringToBytes, zeroAddress } from 'viem'

const stay = process.argv.includes('--stay')
const reviewSeconds = Math.ceil(Number(process.env.REVIEW_WINDOW_HOURS || 1 / 60) * 3_600)
const port = process.env.PORT || (stay ? '8080' : '0')

let step = 0
const say = (text: string) => console.log(`${String(++step).padStart(2)}. ${text}`)
const detail = (text: string) => console.log(`    ${text}`)

if (anvilPath === null) {
  console.error(
    'The demo needs anvil, the local chain of Foundry: install Foundry, or run it on Linux (x64).',
  )
  process.exit(1)
}

await using stack = new AsyncDisposableStack()
const anvil = await startAnvil()
stack.defer(() => anvil.stop())
const { client } = anvil
const [deployer, operator, arbiter, giver, farmer] = [0, 1, 2, 3, 4].map(index => anvil.account(index)) as [
  HDAccount,
  HDAccount,
  HDAccount,
  HDAccount,
  HDAccount,
]
say(`A chain runs at ${anvil.rpcUrl}, with ten wallets that have coins.`)

const token = await deployed(
  client.deployContract({
    abi: testTokenAbi,
    bytecode: testTokenBytecode,
    args: ['Demo Dollar', 'USDC', 6],
    account: deployer,
  }),
)
const escrow = await deployed(
  client.deployContract({
    abi: questEscrowV2Abi,
    bytecode: questEscrowV2Bytecode,
    args: [
      {
        operator: operator.address,
        arbiter: arbiter.address,
        attester: zeroAddress,
        owner: zeroAddress,
        uptimeFeed: zeroAddress,
        reviewWindow: BigInt(reviewSeconds),
        disputePeriod: 14n * 86_400n,
      },
    ],
    account: deployer,
  }),
)
await mined(
  client.writeContract({
    abi: testTokenAbi,
    address: token,
    functionName: 'mint',
    args: [giver.address, 1_000_000_000n],
    account: deployer,
  }),
)
say(`QuestEscrow is at ${escrow}, with a window of ${reviewSeconds} seconds.`)
detail(`A test token, USDC, is at ${token}; the giver ${giver.address} has 1000 of it.`)

const folder = await mkdtemp(join(tmpdir(), 'furrow-demo-'))
stack.defer(() => rm(folder, { recursive: true, force: true }))
const origin = await startService()
const baseUrl = `${origin}/api`
say(`The service runs at ${origin}, with the chain rail.`)

const giverClient = await signIn(giver)
const farmerClient = await signIn(farmer)
say('Giver and farmer sign in with their wallets (SIWE).')

const quest = await giverClient.quests.post({
  title: 'Mend the gate',
  description: 'The gate of the lower field does not close.',
  reward: '250 USDC',
  rewardAmount: 250,
  rewardToken: 'USDC',
  skills: ['carpentry'],
  maxFarmers: 1,
  category: 'maintenance',
})
say(`The giver posts "${quest.title}" for ${quest.reward}: it is ${quest.funding.status}.`)

const amount = 250_000_000n
await mined(
  client.writeContract({
    abi: testTokenAbi,
    address: token,
    functionName: 'approve',
    args: [escrow, amount],
    account: giver,
  }),
)
await mined(
  client.writeContract({
    abi: questEscrowV2Abi,
    address: escrow,
    functionName: 'fund',
    args: [keccak256(stringToBytes(quest.id)), token, amount, 1],
    account: giver,
  }),
)
const funded = await giverClient.quests.fund(quest.id)
say(
  `The giver's wallet pays in: the quest is ${funded.funding.status}. The contract holds ${await balance(escrow)}.`,
)

await farmerClient.quests.accept(quest.id)
say('The farmer takes the place.')
await farmerClient.quests.submit(quest.id, { url: 'https://example.org/gate', note: 'It closes now.' })
say('The farmer hands in the work; the service proposes it to the contract, and the window starts.')
const proposed = await until(farmer => farmer.holdReason === 'in-review')
detail(`The giver may dispute until ${proposed.reviewEndsAt}. Nobody does.`)

const released = await until(farmer => farmer.status === 'released')
say(`The window is over: the service asked the contract to pay, at ${released.releasedAt}.`)
for (const { kind, hash } of (await farmerClient.quests.get(quest.id)).funding.transactions ?? [])
  detail(`${kind.padEnd(8)} ${hash}`)
say(`The farmer has ${await balance(farmer.address)}; the contract holds ${await balance(escrow)}.`)

if (stay) {
  console.log(`\nIt goes on running: ${origin} (chain ${anvil.rpcUrl}). End it with Ctrl+C.`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}

/** The service itself, as an operator would start it. */
async function startService(): Promise<string> {
  const key = `0x${Buffer.from(operator.getHdKey().privateKey ?? []).toString('hex')}`
  const args = ['--import', './scripts/require-node.mjs', 'server/src/main.ts']
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      PORT: port,
      DATA_DIR: folder,
      REVIEW_WINDOW_HOURS: String(reviewSeconds / 3_600),
      RPC_URLS: `31337=${anvil.rpcUrl}`,
      TOKENS: `ETH=native,USDC=${token}`,
      ESCROW_CHAIN_ID: '31337',
      ESCROW_ADDRESS: escrow,
      ESCROW_OPERATOR_KEY: key,
      ESCROW_POLL_SECONDS: '1',
      PLATFORM_WALLET: arbiter.address,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stack.defer(async () => {
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += String(chunk)
    const [, address] = /"address":"(http:[^"]+)\/api"/.exec(output) ?? []
    if (address !== undefined) {
      child.stdout.resume()
      return address
    }
  }
  throw new Error(`The service did not start:\n${output}`)
}

async function signIn(account: HDAccount) {
  const furrow = createFurrow({ baseUrl })
  await furrow.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })
  return furrow
}

type Farmer = Awaited<ReturnType<typeof farmerClient.quests.get>>['farmers'][number]

async function until(condition: (farmer: Farmer) => boolean): Promise<Farmer> {
  const last = Date.now() + (reviewSeconds + 120) * 1_000
  while (Date.now() < last) {
    const [work] = (await farmerClient.quests.get(quest.id)).farmers
    if (work !== undefined && condition(work)) return work
    await sleep(500)
  }
  throw new Error('It took longer than it should.')
}

async function deployed(sending: Promise<Hex>): Promise<Hex> {
  const { contractAddress } = await client.waitForTransactionReceipt({ hash: await sending })
  if (!contractAddress) throw new Error('A contract was not deployed.')
  return contractAddress
}

async function mined(sending: Promise<Hex>): Promise<void> {
  await client.waitForTransactionReceipt({ hash: await sending })
}

async function balance(address: Hex): Promise<string> {
  const units = await client.readContract({
    abi: testTokenAbi,
    address: token,
    functionName: 'balanceOf',
    args: [address],
  })
  return `${formatUnits(units, 6)} USDC`
}
