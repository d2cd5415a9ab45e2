import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { Furrow, NewQuest } from '@furrow/sdk'
import { createFurrow } from '@furrow/sdk/whole'
import type { PrivateKeyAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, onTestFinished } from 'vitest'
import { createAccessToken } from '../src/access/auth/tokens.ts'
import { type Address, toAddress } from '../src/ground/address.ts'
import { type Clock, hour } from '../src/ground/clock.ts'
import { type Config, readConfig } from '../src/ground/config/config.ts'
import type { Context } from '../src/ground/context.ts'
import { createLog } from '../src/ground/log.ts'
import { whatIsDue } from '../src/service/daemon/duties.ts'
import { createService, type Service } from '../src/service/start.ts'
import { askPostgres } from './ask-postgres.ts'
import { takeSchema } from './kept-schemas.ts'
import { endPooledSessions, inPooledSchema, poolerHost } from './pooled-schema.ts'
import { copyMigrated } from './sqlite-template.ts'

/** The engine that this run of the tests is on: PostgreSQL where TEST_DATABASE_URL is set, else SQLite. */
export const postgresUrl = process.env.TEST_DATABASE_URL || null
export const engine = postgresUrl === null ? 'sqlite' : 'postgres'

/** A clock that stands still until a test moves it. */
export type FakeClock = Clock & { advance(milliseconds: number): void }

export function createFakeClock(start = Date.parse('2026-03-01T12:00:00Z')): FakeClock {
  let now = start
  let elapsed = 0
  return {
    now: () => now,
    elapsed: () => elapsed,
    ahead: () => 0,
    advance(milliseconds) {
      now += milliseconds
      // The clock may be set back; then no time passes.
      elapsed += Math.max(0, milliseconds)
    },
  }
}

export type Wallet = { readonly account: PrivateKeyAccount; readonly address: Address }

export function createWallet(): Wallet {
  const account = privateKeyToAccount(generatePrivateKey())
  return { account, address: toAddress(account.address) }
}

/** Somebody with a session: a client of the service that acts in their name. */
export type User = Wallet & { readonly furrow: Furrow; readonly token: string }

export type Harness = {
  readonly service: Service
  readonly context: Context
  readonly config: Config
  readonly clock: FakeClock
  readonly env: Readonly<Record<string, string>>
  readonly baseUrl: string
  readonly platform: Wallet
  readonly genesis: Wallet
  /** Everything that was logged. */
  readonly logged: () => string
  /** A client without a session. */
  readonly visitor: Furrow
  /** Signs in over HTTP with a real signature. */
  signIn(wallet?: Wallet): Promise<User>
  /** A session without the sign-in, for tests of other things; also a new one after 24 hours. */
  user(wallet?: Wallet): User
  /** One round of everything that comes due by the clock; work cleared by one part may be paid by another. */
  runDue(): Promise<number>
  /** A raw request. `path` begins after the prefix. */
  send(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>
}

/** Takes what is to be done once a test, or a table of tests, is over. */
export type WhenDone = (act: () => void | PromiseLike<void>) => void

export type Answer = {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  readonly body: any
}

/** Environment variables that give this test a database of its own; it is gone when the test ends. */
export async function createTestDatabase(
  whenDone: WhenDone = onTestFinished,
): Promise<Record<string, string>> {
  if (postgresUrl === null) return { DATA_DIR: ':memory:' }
  const schema = `test_${randomBytes(8).toString('hex')}`
  await askPostgres(postgresUrl, `create schema ${schema}`)
  whenDone(() => dropSchema(postgresUrl, schema))
  return inSchema(postgresUrl, schema, whenDone)
}

async function inSchema(
  database: string,
  schema: string,
  whenDone: WhenDone,
): Promise<Record<string, string>> {
  if (poolerHost !== null) {
    whenDone(() => endPooledSessions(database, schema))
    return inPooledSchema(database, poolerHost, schema)
  }
  const url = new URL(database)
  // PostgreSQL's behaviour in a crash of the machine is not tested here.
  url.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`)
  url.searchParams.set('application_name', schema)
  return { DATABASE_URL: url.href }
}

/** As above, but one that several services can open at once: on SQLite, a file. */
export async function createSharedDatabase(
  whenDone: WhenDone = onTestFinished,
): Promise<Record<string, string>> {
  if (postgresUrl !== null) return createTestDatabase(whenDone)
  const folder = await mkdtemp(join(tmpdir(), 'furrow-test-'))
  whenDone(() => rm(folder, { recursive: true, force: true }))
  return { DATA_DIR: folder }
}

/** As above, for tests that do not need an empty database: its tables are there, which saves half of a start. */
export async function takeSharedDatabase(
  whenDone: WhenDone = onTestFinished,
): Promise<Record<string, string>> {
  if (postgresUrl !== null) return inSchema(postgresUrl, await takeSchema(postgresUrl, whenDone), whenDone)
  const env = await createSharedDatabase(whenDone)
  await copyMigrated(env.DATA_DIR as string)
  return env
}

const catalogs = ['attribute', 'depend', 'class', 'index', 'type', 'constraint', 'attrdef', 'statistic']
let dropped = 0

/** The tables of thousands of tests leave their names behind in the catalogs; a server may not clean those by itself. */
async function dropSchema(database: string, schema: string): Promise<void> {
  await askPostgres(database, `drop schema ${schema} cascade`)
  if (++dropped % 20 !== 0) return
  for (const catalog of catalogs) await askPostgres(database, `vacuum pg_catalog.pg_${catalog}`)
}

/** With a key for each change, as all clients have; but each question of a test is asked once. */
const retry = { attempts: 1 }

/** All services of this process have the same: a key takes a while. */
const platform = createWallet()
const genesis = createWallet()

type Options = { readonly env?: Record<string, string>; readonly clock?: FakeClock }

/** One service for a table of requests that leave nothing to the next: a start costs 200 times as much as a refusal. */
export function shareHarness(options: Options = {}): () => Promise<Harness> {
  const ends: Parameters<WhenDone>[0][] = []
  let shared: Promise<Harness> | null = null
  afterAll(async () => {
    for (const end of ends.splice(0).reverse()) await end()
    shared = null
  })
  return () => (shared ??= startHarness(options, end => ends.push(end)))
}

/** The real service, listening on a port of its own, with a fake clock and a fresh database. */
export async function startHarness(
  options: Options = {},
  whenDone: WhenDone = onTestFinished,
): Promise<Harness> {
  const clock = options.clock ?? createFakeClock()
  const env = {
    PORT: '0',
    JWT_SECRET: 'a secret for tests that is long enough to be one',
    PLATFORM_WALLET: platform.address,
    GENESIS_CREATOR: genesis.address,
    RATE_LIMIT: '0',
    // Tests try forgeries by the dozen, all from one address.
    SIGN_IN_FAILURES: '0',
    SIGN_INS: '0',
    // A test machine may be busy with other tests.
    OVERLOAD_MS: '0',
    // Tests make any number of requests at once, from one address.
    CONNECTION_LIMIT: '0',
    MAX_IN_FLIGHT: '0',
    // A slow query there, or a large one by a test, is no outage.
    ...(engine === 'postgres' && { DATABASE_TIMEOUT: '60' }),
    SEASON_START: '2026-01-01',
    // One wallet often takes many places.
    PLACES_LADDER: '',
    // Files that people send to a test stay with it, on PostgreSQL too.
    DATA_DIR: ':memory:',
    ...(options.env?.DATA_DIR || options.env?.DATABASE_URL ? {} : await takeSharedDatabase(whenDone)),
    ...options.env,
  }
  const config = readConfig(env)
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const service = await createService(config, createLog('trace', stream), clock)
  whenDone(() => service[Symbol.asyncDispose]())
  const { app, context } = service
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const baseUrl = `${origin}${config.basePath}`

  return {
    service,
    context,
    config,
    clock,
    env,
    baseUrl,
    platform,
    genesis,
    logged: () => lines.join(''),
    visitor: createFurrow({ baseUrl, retry }),
    async signIn(wallet = createWallet()) {
      const furrow = createFurrow({ baseUrl, retry })
      const token = await furrow.signIn({
        account: wallet.account,
        signMessage: ({ message }) => wallet.account.signMessage({ message }),
      })
      return { ...wallet, furrow, token }
    },
    user(wallet = createWallet()) {
      const token = createAccessToken(context, wallet.address)
      return { ...wallet, token, furrow: createFurrow({ baseUrl, token, retry }) }
    },
    async runDue() {
      let done = 0
      for (const duty of [...whatIsDue, ...whatIsDue.slice(0, 1)]) done += await duty.round(context)
      return done
    },
    async send(method, path, { token, body, headers } = {}) {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && {
          body:
            typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
        }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? null : JSON.parse(text),
      }
    },
  }
}

export const sampleQuest: NewQuest = {
  title: 'Fix the gate',
  description: 'The gate of the lower field does not close.',
  reward: '100 USDC',
  rewardAmount: 100,
  rewardToken: 'USDC',
  skills: ['carpentry'],
  maxFarmers: 1,
  category: 'maintenance',
}

export const reviewWindow = 48 * hour
