import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createFurrow } from '@furrow/sdk'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { postgresBin } from './cluster.ts'
import { type Failing, startPair } from './failing.ts'
import { startPatroni } from './patroni.ts'

const writers = 8
const secondsEach = 3
const root = fileURLToPath(new URL('../..', import.meta.url))

/** By what is given: how it is made, and how often it fails. */
const databases: Readonly<Record<string, readonly [start: () => Promise<Failing>, times: number]>> = {
  pair: [startPair, 1],
  patroni: [() => startPatroni(false), 2],
  haproxy: [() => startPatroni(true), 2],
}

/** Ends the leading server while the service writes, and counts what became of every write. */
async function main(kind = 'pair'): Promise<void> {
  if (postgresBin === null) throw new Error('PostgreSQL is not installed here: initdb was not found.')
  const known = databases[kind]
  if (known === undefined) throw new Error(`The databases to try are ${Object.keys(databases).join(', ')}.`)
  const [start, times] = known
  await using database = await start()
  await using service = await startService(`${database.url}?target_session_attrs=read-write`)
  console.log('a leader and its synchronous standby; the service writes')

  const account = privateKeyToAccount(generatePrivateKey())
  const furrow = createFurrow({ baseUrl: `${service.origin}/api`, retry: false })
  await furrow.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })

  const acknowledged: string[] = []
  const refused = new Map<string, number>()
  let lastAt = performance.now()
  let longestGap = 0
  let goesOn = true
  async function write(): Promise<void> {
    while (goesOn)
      try {
        const { id } = await furrow.quests.post(quest)
        acknowledged.push(id)
        longestGap = Math.max(longestGap, performance.now() - lastAt)
        lastAt = performance.now()
      } catch (error) {
        const { message } = error as Error
        refused.set(message, (refused.get(message) ?? 0) + 1)
        await pause(50)
      }
  }
  const writing = Array.from({ length: writers }, write)
  await pause(secondsEach * 1_000)
  let afterwards = 0
  for (let time = 1; time <= times; time++) {
    const before = acknowledged.length
    await database.failOver()
    console.log(`the leader died after ${before} writes, and another one leads`)
    afterwards = acknowledged.length
    await pause(secondsEach * 1_000)
  }
  goesOn = false
  await Promise.all(writing)

  const kept = new Set(await database.ask('select id from quests'))
  const lost = acknowledged.filter(id => !kept.has(id))
  console.log(
    `${acknowledged.length} writes were acknowledged, with a pause of ${Math.round(longestGap)} ms at most`,
  )
  for (const [message, count] of refused) console.log(`${count} were refused: ${message}`)
  console.log(`${lost.length} of those that were acknowledged are lost`)
  if (lost.length > 0 || acknowledged.length === afterwards) process.exitCode = 1
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
      SIGN_INS: '0',
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

await main(process.argv[2])
