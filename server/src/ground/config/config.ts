import type { PostgresConfig } from '@furrow/storage/postgres.ts'
import type { Address } from '../address.ts'
import { day, hour, second } from '../clock.ts'
import type { Ladder } from '../ladder.ts'
import { type AttesterConfig, readAttester } from './attester.ts'
import { type BackupConfig, readBackups } from './backups.ts'
import { readAgreeUrls, readRpcUrls, readTokens, type Tokens } from './chains.ts'
import { type CodehostConfig, readCodehost } from './codehost.ts'
import { type CommunityConfig, readCommunity, readSecurityContact } from './community.ts'
import { type CredentialsConfig, readCredentials } from './credentials.ts'
import { type EscrowConfig, readEscrows } from './escrows.ts'
import { type EventsConfig, readEvents } from './events.ts'
import { type Figures, readFigures, readSwitch } from './figures.ts'
import { type FilesConfig, readFiles } from './files.ts'
import { readLadder } from './ladder.ts'
import { refuseMisspelt } from './misspelt.ts'
import { type NotificationConfig, readNotifications, readPublicUrl } from './notifications.ts'
import { type PaymasterConfig, readPaymasters } from './paymasters.ts'
import { type PaymentConfig, type PointsFor, readPayments, readPointsFor } from './payments.ts'
import { readPostgres } from './postgres.ts'
import { type PriceFeeds, readPriceFeeds } from './price-feeds.ts'
import { readTrustedProxies, type TrustProxy } from './proxies.ts'
import { type Quotas, readQuotas } from './quotas.ts'
import { refuseQuoted } from './quoted.ts'
import { createReader, type Env, hideCredentials, type Reader } from './reader.ts'
import { readTracing, type TracingConfig } from './tracing.ts'
import { readWallets } from './wallets.ts'

export type Config = {
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** Begins with a slash and does not end with one; empty for the root. */
  readonly basePath: string
  readonly dataDir: string
  readonly postgres: PostgresConfig | null
  /** The longest time for an answer of the database; a foreign lock is waited for half as long. */
  readonly databaseTimeoutMs: number
  /** The time a start waits for an unreachable database; 0 for as long as it takes. */
  readonly databaseWaitMs: number
  readonly upgradeAnyway: boolean
  /** The time the port stays open after the service was told to stop, so that balancers look elsewhere. */
  readonly shutdownDelayMs: number
  readonly jwtSecret: string | null
  /** Older secrets, newest first: still verified and decrypted with. */
  readonly previousSecrets: readonly string[]
  readonly platformWallet: Address | null
  readonly genesisCreator: Address | null
  readonly walletChains: ReadonlyMap<Address, number>
  /** The chain of accounts by passkey; null for none. */
  readonly passkeyChainId: number | null
  /** Empty: no code is needed, and none is valid. */
  readonly betaCodes: readonly string[]
  /** null: any domain may ask for a sign-in (development only). */
  readonly siweDomains: readonly string[] | null
  readonly corsOrigins: readonly string[]
  readonly trustProxy: TrustProxy | false
  readonly reviewWindowMs: number
  readonly acceptMs: number
  /** The time from taking a place until the giver may free it while there is no work. */
  readonly idleMs: number
  readonly disputeMs: number
  readonly seasonStart: number
  readonly seasonMs: number
  readonly logLevel: string
  readonly rateLimit: number
  /** Failed sign-ins per minute and network, before all of its attempts are refused; 0 for no limit. */
  readonly signInFailures: number
  readonly signIns: number
  /** Milliseconds that the process may lag behind before it answers 503; 0 for never. */
  readonly overloadMs: number
  readonly quotas: Quotas
  readonly ladder: Ladder
  readonly community: CommunityConfig
  /** A `mailto:` or https address; null for no `/.well-known/security.txt`. */
  readonly securityContact: string | null
  readonly codehost: CodehostConfig | null
  readonly rpcUrls: ReadonlyMap<number, string>
  readonly agreeUrls: ReadonlyMap<number, string>
  readonly ensUniversalResolver: Address | null
  /** Whether /resolve answers from the profiles' claims where ENS cannot be asked at all. */
  readonly allowClaimedNames: boolean
  readonly tokens: Tokens
  /** Empty: promises are kept in the ledger. At most one contract of a chain is not retired. */
  readonly escrows: readonly EscrowConfig[]
  /** The attester's process, which signs for merges that it saw itself; null for none. */
  readonly attester: AttesterConfig | null
  readonly payments: PaymentConfig
  readonly pointsFor: PointsFor
  readonly paymasters: PaymasterConfig
  readonly priceFeeds: PriceFeeds
  /** null where farmers cannot take credentials along. */
  readonly credentials: CredentialsConfig | null
  /** Per network address; 0 for no limit. */
  readonly connectionLimit: number
  /** Requests worked on at once; more are refused with 503. 0 for no limit. */
  readonly maxInFlight: number
  readonly events: EventsConfig
  readonly metrics: Figures
  /** Grants access to the metrics from anywhere; null where they cannot be read from elsewhere. */
  readonly metricsToken: string | null
  readonly backup: BackupConfig
  readonly tracing: TracingConfig | null
  readonly auditMs: number
  readonly files: FilesConfig
  readonly notifications: NotificationConfig
  /** The address people reach the service at: links in e-mails begin with it. */
  readonly publicUrl: string
  /** The same where it was set, not derived from a domain. */
  readonly givenUrl: string | null
  readonly docs: boolean
  readonly searchEngines: boolean
  readonly jobPostings: boolean
  /** Whether the service fetches and shows the pictures that profiles and the community name on other hosts. */
  readonly pictures: boolean
  /** The people of a demo, whose keys everyone may know; null for a service of real people. */
  readonly demo: readonly DemoPerson[] | null
}

type DemoPerson = {
  readonly name: string
  readonly role: 'farmer' | 'giver' | 'arbiter'
  readonly address: `0x${string}`
  readonly key: `0x${string}`
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has problems:\n${problems.map(problem => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** An empty value counts as unset. @throws ConfigError naming every problem; it never repeats a secret's value. */
export function readConfig(env: Env): Config {
  return readBy(createReader(env), env)
}

/** As above, by a reader that tells afterwards what was read. */
export function readBy(read: Reader, env: Env): Config {
  const { problems, text, list, number, address } = read

  const production = text('NODE_ENV') === 'production'
  // Not trimmed: the published recipe for opening a sealed value starts from these very bytes.
  const jwtSecret = env.JWT_SECRET || null
  if (production && jwtSecret === null) problems.push('JWT_SECRET must be set in production.')
  if (production && jwtSecret !== null && Buffer.byteLength(jwtSecret) < 32)
    problems.push('JWT_SECRET must have at least 32 bytes in production (RFC 7518, section 3.2).')

  const siweDomains = list('SIWE_DOMAINS').map(domain => domain.toLowerCase())
  if (production && siweDomains.length === 0)
    problems.push('SIWE_DOMAINS must be set in production: the domains whose sign-in messages are accepted.')
  for (const domain of siweDomains)
    if (!/^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/.test(domain))
      problems.push(
        `SIWE_DOMAINS must list domains such as app.example.org or localhost:3000; it has "${domain}".`,
      )

  const corsOrigins = list('CORS_ORIGINS')
  for (const origin of corsOrigins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      problems.push(
        `CORS_ORIGINS must list origins such as https://app.example.org; it has "${hideCredentials(origin)}".`,
      )

  const basePath = `/${text('BASE_PATH') ?? 'api'}`.replace(/\/+/g, '/').replace(/\/$/, '')
  if (!/^(\/[A-Za-z0-9._~-]+)*$/.test(basePath))
    problems.push(`BASE_PATH must be a plain path such as /api; it is "${text('BASE_PATH')}".`)

  const seasonStart = Date.parse(text('SEASON_START') ?? '2026-01-01')
  if (Number.isNaN(seasonStart))
    problems.push(`SEASON_START must be a date such as 2026-01-01; it is "${text('SEASON_START')}".`)

  const logLevel = text('LOG_LEVEL') ?? 'info'
  if (!logLevels.includes(logLevel))
    problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}; it is "${logLevel}".`)

  // That name has two addresses, so two servers: one of them would escape the bounds on connections.
  const host = text('HOST')?.replace(/^localhost$/i, '127.0.0.1') ?? '127.0.0.1'
  const rpcUrls = readRpcUrls(read)
  const codehost = readCodehost(read)
  const trustProxy = readTrustedProxies(read)
  const connectionLimit = number('CONNECTION_LIMIT', 256, { min: 0, max: 1e6, integer: true })
  const tokens = readTokens(read, rpcUrls)
  const escrows = readEscrows(read, rpcUrls, tokens)
  const port = number('PORT', 8080, { min: 0, max: 65_535, integer: true })
  const config: Config = {
    production,
    host,
    port,
    basePath,
    dataDir: text('DATA_DIR') ?? './data',
    postgres: readPostgres(read),
    databaseTimeoutMs: number('DATABASE_TIMEOUT', 10, { min: 1, max: 600 }) * second,
    databaseWaitMs: number('DATABASE_WAIT', 60, { min: 0, max: 86_400 }) * second,
    upgradeAnyway: read.flag('UPGRADE_ANYWAY', false),
    shutdownDelayMs: number('SHUTDOWN_DELAY', production ? 5 : 0, { min: 0, max: 600 }) * second,
    jwtSecret,
    previousSecrets: previousSecrets(env.JWT_SECRET_PREVIOUS ?? ''),
    ...readWallets(read, rpcUrls),
    betaCodes: list('BETA_CODES'),
    siweDomains: siweDomains.length > 0 ? siweDomains : null,
    corsOrigins,
    trustProxy,
    reviewWindowMs: number('REVIEW_WINDOW_HOURS', 48, { min: 0.0001, max: 8_760 }) * hour,
    acceptMs: number('ACCEPT_DAYS', 30, { min: 0.0001, max: 3_650 }) * day,
    idleMs: number('IDLE_DAYS', 3, { min: 0.0001, max: 3_650 }) * day,
    disputeMs: number('DISPUTE_DAYS', 14, { min: 0.0001, max: 3_650 }) * day,
    seasonStart,
    seasonMs: number('SEASON_DAYS', 90, { min: 1, max: 3_650, integer: true }) * day,
    logLevel,
    rateLimit: number('RATE_LIMIT', 6_000, { min: 0, max: 1e9, integer: true }),
    signInFailures: number('SIGN_IN_FAILURES', 60, { min: 0, max: 1e6, integer: true }),
    signIns: number('SIGN_INS', 600, { min: 0, max: 1e6, integer: true }),
    overloadMs: number('OVERLOAD_MS', 2_000, { min: 0, max: 60_000, integer: true }),
    quotas: readQuotas(read),
    ladder: readLadder(read, codehost !== null),
    community: readCommunity(read),
    securityContact: readSecurityContact(read),
    codehost,
    rpcUrls,
    agreeUrls: readAgreeUrls(read, rpcUrls),
    ensUniversalResolver: address('ENS_UNIVERSAL_RESOLVER'),
    allowClaimedNames: read.flag('ALLOW_CLAIMED_NAMES', !production),
    tokens: (escrows.find(({ retired }) => !retired) ?? escrows[0])?.tokens ?? tokens.tokens,
    escrows,
    attester: readAttester(read),
    payments: readPayments(read, rpcUrls, tokens, escrows),
    paymasters: readPaymasters(read, rpcUrls),
    priceFeeds: readPriceFeeds(read, rpcUrls),
    credentials: readCredentials(read, readSwitch(read, 'CREDENTIALS')),
    pointsFor: readPointsFor(read, codehost !== null || rpcUrls.size > 0),
    connectionLimit,
    maxInFlight: number('MAX_IN_FLIGHT', 256, { min: 0, max: 1e6, integer: true }),
    events: readEvents(read, trustProxy === false ? connectionLimit : 0),
    metrics: readFigures(read, host),
    metricsToken: read.text('METRICS_TOKEN'),
    docs: readSwitch(read, 'DOCS'),
    searchEngines: readSwitch(read, 'SEARCH_ENGINES'),
    jobPostings: readSwitch(read, 'JOB_POSTINGS', 'off'),
    pictures: readSwitch(read, 'PICTURES'),
    backup: readBackups(read),
    tracing: readTracing(read),
    auditMs: number('AUDIT_DAYS', 90, { min: 1, max: 36_500 }) * day,
    files: readFiles(read),
    notifications: readNotifications(read),
    publicUrl: readPublicUrl(read, siweDomains, port),
    demo: null,
    givenUrl: read.text('PUBLIC_URL')?.replace(/\/+$/, '') ?? null,
  }
  refuseMisspelt({ names: new Set([...read.names, 'JWT_SECRET', 'JWT_SECRET_PREVIOUS']), problems }, env)
  refuseQuoted({ problems }, env)
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** The items, and the whole value too: one old secret may itself have a comma or a space at its end. */
function previousSecrets(given: string): readonly string[] {
  const apart = given.split(',').flatMap(item => item.trim() || [])
  return given.trim() === '' ? [] : [...new Set([...apart, given])]
}
