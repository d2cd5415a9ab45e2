import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createFurrow } from '@furrow/sdk'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { postgresBin, startCluster } from './cluster.ts'

const writers = 8
const secondsEach = 3
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Kills the primary while the service writes, promotes the standby, and counts what became of every write. */
async function main(): Promise<void> {
  if (postgresBin === null) throw new Error('PostgreSQL is not installed here: initdb was not found.')
  await using cluster = await startCluster()
  console.log(`a primary at port ${cluster.primary.port}, its synchronous standby at ${cluster.standby.port}`)
  await using service = await startService(`${cluster.url}?target_session_attrs=read-write`)

  const account = privateKeyToAccount(generatePrivateKey())
  const furrow = createFurrow({ baseUrl: `${service.origin}/api`, retry: false })
  await furrow.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })

  const acknowledged: string[] = []
  const refused = new Map<string, number>()
  let lastBefore = 0
  let firstAfter = 0
  let goesOn = true
  async function write(): Promise<void> {
    while (goesOn)
      try {
        const { id } = await furrow.quests.post(quest)
        acknowledged.push(id)
        if (firstAfter === 0 && lastBefore > 0) firstAfter = performance.now()
      } catch (error) {
        const { message } = error as Error
        refused.set(message, (refused.get(message) ?? 0) + 1)
        await pause(50)
      }
  }
  const writing = Array.from({ length: writers }, write)
  await pause(secondsEach * 1_000)
  await cluster.primary.kill()
  lastBefore = performance.now()
  console.log(`the primary is dead after ${acknowledged.length} writes`)
  await cluster.standby.promote()
  console.log('the standby is the primary')
  await pause(secondsEach * 1_000)
  goesOn = false
  await Promise.all(writing)

  const kept = new Set((await cluster.standby.ask('select id from quests')).split('\n'))
  const lost = acknowledged.filter(id => !kept.has(id))
  const milliseconds = Math.round(firstAfter - lastBefore)
  console.log(`${acknowledged.length} writes were acknowledged, the first one again after ${milliseconds} ms`)
  for (const [message, count] of refused) console.log(`${count} were refused: ${message}`)
  console.log(`${lost.length} of those that were acknowledged are lost`)
  if (lost.length > 0 || firstAfter === 0) process.exitCode = 1
}

const quest = {
  title: 'Fix the gate',
  description: 'The gate of the lower field does not close.',
  reward: '100 USDC',
  rewardAmount: 100,
  rewardToken: 'USDC',
  skills: ['carpentry'],
  maxFarmers: 1,
  category: 'maintenance',
}

async function startService(databaseUrl: string): Promise<AsyncDisposable & { readonly origin: string }> {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DATABASE_TIMEOUT: '2',
      JWT_SECRET: 'for this demonstration alone, and no secret',
      RATE_LIMIT: '0',
      QUOTA_QUESTS_A_DAY: '0',
      QUOTA_LIVE_QUESTS: '0',
    },
  })
  const ended = once(child, 'exit')
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  const findOrigin = () => /"address":"(http:[^"]+)\/api"/.exec(output)?.[1]
  while (findOrigin() === undefined) {
    if (child.exitCode !== null) throw new Error(`the service ended: ${output}`)
    await pause(50)
  }
  return {
    origin: findOrigin() as string,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}

await main()
