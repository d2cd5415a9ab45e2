import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { questEscrowAbi } from '@furrow/contracts'
import { type Anvil, startAnvil, testTokenAbi } from '@furrow/contracts/testing'
import type { Furrow, Quest } from '@furrow/sdk'
import { Client } from 'pg'
import type { Hex, LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { onTestFinished } from 'vitest'
import { toAddress } from '../src/ground/address.ts'
import { second } from '../src/ground/clock.ts'
import { keepEscrow } from '../src/quests/rails/chain-rail/keeper.ts'
import { recheckMerges } from '../src/quests/verify/recheck.ts'
import {
  createFakeClock,
  createSharedDatabase,
  type FakeClock,
  postgresUrl,
  startHarness,
  type Wallet,
} from './harness.ts'
import { startJsonHost } from './json-host.ts'

const folder = join(import.meta.dirname, '../fixtures/first-release')

type Rail = 'ledger' | 'chain'

/** The first release's answers, and its acts when it went on; see server/fixtures/README.md. */
type Expected = {
  readonly now: string
  readonly env: Readonly<Record<string, string>>
  readonly testKeys: Readonly<Record<string, string>>
  /** The ids of the quests, by their names in the recipe. */
  readonly quests: Readonly<Record<string, string>>
  /** `GET /path`, or `GET /path as ann`. */
  readonly answers: Readonly<Record<string, { readonly status: number; readonly body: unknown }>>
  /** alice's token. */
  readonly session: string
  /** A request that signed alice in. */
  readonly usedSignIn?: unknown
  readonly afterwards: readonly {
    readonly at: string
    readonly transfers: readonly string[]
    readonly quests: Readonly<Record<string, string>>
  }[]
  readonly finally: {
    readonly fundings: Readonly<Record<string, unknown>>
    readonly letters: Readonly<Record<string, readonly string[]>>
    readonly obligations: unknown
    readonly leaderboard: unknown
  }
  readonly chain?: { readonly token: Hex; readonly operator: Hex }
  readonly balances?: Readonly<Record<string, { readonly token: string; readonly coin: string }>>
}

type CodeHost = { readonly answers: Record<string, unknown>; readonly accounts: Record<string, unknown> }

/**
 * A copy of the first release's database, on the engine of this test run, with a clock that stands at its time, a code host
 * that answers as it did then, and on the chain rail the chain. `start` starts today's service on it.
 */
export async function copyFirstRelease(rail: Rail) {
  const expected = await readJson<Expected>(`expected-${rail}.json`)
  const { answers, accounts } = await readJson<CodeHost>(`code-host-${rail}.json`)
  const codeHost = await startJsonHost(answers)
  const clock = createFakeClock(Date.parse(expected.now))
  const anvil = rail === 'chain' ? await startChainOf(clock) : null
  const env = {
    ...expected.env,
    ...(await copyDatabase(rail)),
    CODEHOST_URL: codeHost.url,
    CODEHOST_API_URL: codeHost.url,
    // The first release counted this way.
    POINTS_FOR: 'recorded',
    ...(anvil && { RPC_URLS: `31337=${anvil.rpcUrl}` }),
  }
  return {
    expected,
    env,
    clock,
    codeHost,
    anvil,
    walletOf(name: string): Wallet {
      const account = privateKeyToAccount(expected.testKeys[name] as Hex)
      return { account, address: toAddress(account.address) }
    },
    /** Sets the account of every token: this code host has one at a time, and no GraphQL. */
    useAccount(token: string) {
      codeHost.answers['GET /user'] = accounts[token]
    },
    balanceOf: async (name: string): Promise<{ token: bigint; coin: bigint }> => {
      const { client } = anvil as Anvil
      const { address } = privateKeyToAccount(expected.testKeys[name] as Hex)
      const token = { address: expected.chain?.token as Hex, abi: testTokenAbi } as const
      return {
        token: await client.readContract({ ...token, functionName: 'balanceOf', args: [address] }),
        coin: await client.getBalance({ address }),
      }
    },
    start: (more: Record<string, string> = {}) => startHarness({ env: { ...env, ...more }, clock }),
  }
}

/** Today's service on a copy of the first release's database. */
export async function openFirstRelease(rail: Rail) {
  const copy = await copyFirstRelease(rail)
  const { anvil, clock, expected, walletOf } = copy
  const harness = await copy.start()
  const { context } = harness
  const people = Object.keys(expected.testKeys)
  const nameOf = new Map(people.map(name => [walletOf(name).account.address as string, name]))
  const questName = new Map(Object.entries(expected.quests).map(([name, id]) => [id, name]))

  return {
    ...copy,
    ...harness,
    platform: walletOf('platform'),
    genesis: walletOf('genesis'),
    as: (name: string): Furrow => harness.user(walletOf(name)).furrow,
    /** Moves time on; on a chain, sets the time of its next block. */
    async goTo(moment: number) {
      clock.advance(moment - clock.now())
      if (anvil === null) return
      const { timestamp } = await anvil.client.getBlock()
      const next = BigInt(Math.floor(moment / second))
      if (next > timestamp) await anvil.client.setNextBlockTimestamp({ timestamp: next })
    },
    /** Does all due work: the payer's, and on a chain the keeper's until its transactions have their confirmations. */
    async doAllDue() {
      for (let sent = anvil !== null; sent; ) {
        const { client } = anvil as Anvil
        await client.mine({ blocks: 1 })
        const before = await client.getBlockNumber()
        await recheckMerges.round(context)
        await keepEscrow.round(context)
        await untilMined(anvil as Anvil, expected.chain?.operator as Hex)
        sent = (await client.getBlockNumber()) > before
      }
      while ((await harness.runDue()) > 0);
    },
    /** A call of the escrow contract about a quest, by somebody's own wallet. */
    async callEscrow(account: LocalAccount, functionName: string, quest: string, ...args: unknown[]) {
      const { client } = anvil as Anvil
      const { funding } = await harness.visitor.quests.get(expected.quests[quest] as string)
      const hash = await client.writeContract({
        abi: questEscrowAbi,
        address: funding.escrow as Hex,
        functionName,
        args: [funding.escrowId, ...args],
        account,
      } as never)
      await client.waitForTransactionReceipt({ hash })
    },
    /** `in-review, cleo in-review`, for each quest by its name. */
    async summarize(): Promise<Record<string, string>> {
      const quests = (await harness.visitor.quests.list()).items
      const lineOf = ({ status, farmers }: Quest) =>
        [status, ...farmers.map(({ address, status }) => `${nameOf.get(address)} ${status}`).toSorted()].join(
          ', ',
        )
      return Object.fromEntries(quests.map(quest => [questName.get(quest.id) ?? quest.id, lineOf(quest)]))
    },
  }
}

export type FirstRelease = Awaited<ReturnType<typeof openFirstRelease>>

async function copyDatabase(rail: Rail): Promise<Record<string, string>> {
  const env = await createSharedDatabase()
  if (postgresUrl === null) {
    await writeFile(join(env.DATA_DIR as string, 'furrow.sqlite'), await unpack(`${rail}.sqlite`))
    return env
  }
  const client = new Client({ connectionString: env.DATABASE_URL as string })
  await client.connect()
  await client.query(String(await unpack(`${rail}.sql`)))
  await client.end()
  return env
}

/** The chain as it was, at the clock's time; each block is a second after the one before. */
async function startChainOf(clock: FakeClock): Promise<Anvil> {
  const temporary = await mkdtemp(join(tmpdir(), 'furrow-test-'))
  onTestFinished(() => rm(temporary, { recursive: true, force: true }))
  const state = join(temporary, 'state.json')
  await writeFile(state, await unpack('chain-anvil.json'))
  const anvil = await startAnvil({
    args: ['--load-state', state, '--timestamp', String(Math.floor(clock.now() / second))],
  })
  onTestFinished(() => anvil.stop())
  await anvil.client.setBlockTimestampInterval({ interval: 1 })
  return anvil
}

/** anvil mines by itself, and a little later. */
async function untilMined({ client }: Anvil, address: Hex): Promise<void> {
  const count = (blockTag: 'latest' | 'pending') => client.getTransactionCount({ address, blockTag })
  while ((await count('pending')) > (await count('latest'))) await sleep(5)
}

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(String(await unpack(name))) as T
}

async function unpack(name: string): Promise<Buffer> {
  return brotliDecompressSync(await readFile(join(folder, `${name}.br`)))
}
