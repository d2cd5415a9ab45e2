import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toAddress, zeroAddress } from '../address.ts'
import { day, hour } from '../clock.ts'
import { ConfigError, readConfig } from './config.ts'
import { confirmationsOf } from './payments.ts'
import type { TrustProxy } from './proxies.ts'

const production = {
  NODE_ENV: 'production',
  JWT_SECRET: 'a secret of more than thirty-two bytes',
  SIWE_DOMAINS: 'app.example.org',
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('readConfig', () => {
  test('needs nothing in development', () => {
    expect(readConfig({})).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 8080,
      backup: { everyMs: 0, folder: 'data/backups', recipients: [] },
      files: { folder: 'data/files', s3: null, scanner: null },
      basePath: '/api',
      dataDir: './data',
      postgres: null,
      databaseTimeoutMs: 10_000,
      databaseWaitMs: 60_000,
      upgradeAnyway: false,
      shutdownDelayMs: 0,
      jwtSecret: null,
      previousSecrets: [],
      platformWallet: null,
      genesisCreator: null,
      betaCodes: [],
      siweDomains: null,
      corsOrigins: [],
      trustProxy: false,
      reviewWindowMs: 48 * hour,
      acceptMs: 30 * day,
      idleMs: 3 * day,
      disputeMs: 14 * day,
      seasonStart: Date.parse('2026-01-01'),
      seasonMs: 90 * day,
      logLevel: 'info',
      rateLimit: 6_000,
      signInFailures: 60,
      signIns: 600,
      walletChains: new Map(),
      passkeyChainId: null,
      overloadMs: 2_000,
      ladder: [],
      quotas: {
        questsADay: 500,
        reportsADay: 20,
        reportsAnHour: 60,
        liveQuests: 1_000,
        lettersADay: 1_000,
        proposalsADay: 100,
        commentsADay: 500,
        confirmationsADay: 1_000,
        confirmationsAnHour: 20,
        importsAnHour: 200,
        toldAnHour: 20,
        withdrawalsADay: 100,
        allSponsoredADay: 500,
        applicationsADay: 100,
        invitesADay: 100,
        sponsoredADay: 10,
        places: 100,
        newProfilesAnHour: 60,
        filesADay: 200,
        fileBytes: 200 * 1_048_576,
        paymentsADay: 200,
      },
      auditMs: 90 * day,
      paymasters: { urls: new Map(), context: {} },
      attester: null,
      priceFeeds: new Map(),
      credentials: { key: null, eas: null },
      payments: { confirmations: null, tokensOf: new Map() },
      pointsFor: 'recorded',
      tracing: null,
      demo: null,
      community: { name: null, text: null, logo: null, accent: null },
      codehost: null,
      rpcUrls: new Map(),
      agreeUrls: new Map(),
      ensUniversalResolver: null,
      allowClaimedNames: true,
      tokens: new Map([['ETH', zeroAddress]]),
      escrows: [],
      connectionLimit: 256,
      maxInFlight: 256,
      events: { all: 4_096, ofNetwork: 128, ofWallet: 32 },
      metrics: 'beside',
      metricsToken: null,
      docs: true,
      searchEngines: true,
      jobPostings: false,
      pictures: true,
      notifications: { smtp: null, vapid: null, pushContact: null },
      securityContact: null,
      publicUrl: 'http://localhost:8080',
      givenUrl: null,
    })
  })

  test('leaves a network some connections beside its streams, where those are counted', () => {
    const ofNetwork = (env: Record<string, string>) => readConfig(env).events.ofNetwork
    for (const most of ['0', '256', '193']) expect(ofNetwork({ EVENT_STREAMS_NETWORK: most })).toBe(192)
    expect(ofNetwork({ EVENT_STREAMS_NETWORK: '20' })).toBe(20)
    expect(ofNetwork({ CONNECTION_LIMIT: '8' })).toBe(6)
    for (const beside of [{ CONNECTION_LIMIT: '0' }, { TRUST_PROXY: 'true' }])
      expect(ofNetwork({ EVENT_STREAMS_NETWORK: '256', ...beside })).toBe(256)
  })

  test('reads the chains of wallets', () => {
    const [one, other] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`]
    const RPC_URLS = '1=https://rpc.example.org,8453=https://base.example.org'
    const config = readConfig({
      RPC_URLS,
      PLATFORM_WALLET: `${one}@8453`,
      GENESIS_CREATOR: other,
      WALLET_CHAINS: `${other}@1, 0x${'EF'.repeat(20)}@8453`,
    })
    expect([config.platformWallet, config.genesisCreator]).toEqual([one, other])
    expect([...config.walletChains]).toEqual([
      [one, 8453],
      [other, 1],
      [`0x${'ef'.repeat(20)}`, 8453],
    ])
    for (const [wrong, says] of [
      [{ PLATFORM_WALLET: `${one}@10` }, 'RPC_URLS must have the chain'],
      [{ PLATFORM_WALLET: `${one}@base` }, 'must be an Ethereum address'],
      [{ WALLET_CHAINS: one }, '@ and a chain id'],
      [{ PLATFORM_WALLET: `${one}@1`, GENESIS_CREATOR: `${one}@8453` }, 'another chain'],
    ] as const)
      expect(() => readConfig({ RPC_URLS, ...wrong })).toThrow(says)
  })

  test('takes what is empty, or blank, for unset', () => {
    const names = [
      'NODE_ENV HOST PORT BASE_PATH DATA_DIR DATABASE_URL JWT_SECRET JWT_SECRET_PREVIOUS PLATFORM_WALLET',
      'GENESIS_CREATOR BETA_CODES SIWE_DOMAINS CORS_ORIGINS TRUST_PROXY REVIEW_WINDOW_HOURS ACCEPT_DAYS IDLE_DAYS ALLOW_CLAIMED_NAMES',
      'DISPUTE_DAYS SEASON_START SEASON_DAYS LOG_LEVEL RATE_LIMIT CODEHOST_KIND RPC_URLS ESCROW_ADDRESS',
      'EVENT_STREAMS EVENT_STREAMS_NETWORK EVENT_STREAMS_WALLET',
      'CONNECTION_LIMIT MAX_IN_FLIGHT METRICS METRICS_TOKEN DOCS SEARCH_ENGINES JOB_POSTINGS PICTURES SIGN_IN_FAILURES SIGN_INS WALLET_CHAINS DATABASE_TIMEOUT DATABASE_POOLER DATABASE_WAIT SHUTDOWN_DELAY UPGRADE_ANYWAY',
    ].flatMap(line => line.split(' '))
    const empty = Object.fromEntries(names.map(name => [name, '']))
    expect(readConfig(empty)).toEqual(readConfig({}))
    const blank = Object.fromEntries(names.map(name => [name, ' ']))
    expect(readConfig({ ...blank, JWT_SECRET: '' })).toEqual(readConfig({}))
  })

  test('reads every setting', () => {
    const wallet = `0x${'aB'.repeat(20)}`
    expect(
      readConfig({
        HOST: '0.0.0.0',
        PORT: '0',
        BASE_PATH: '//v1/gigs/',
        COMMUNITY_NAME: ' The Barn ',
        COMMUNITY_TEXT: ' Work for the lower farms. ',
        COMMUNITY_LOGO: 'https://barn.example.org/logo.svg',
        COMMUNITY_ACCENT: '#1D4ED8',
        DATA_DIR: '/var/lib/furrow',
        DATABASE_URL: 'postgresql://db/furrow',
        DATABASE_TIMEOUT: '2.5',
        DATABASE_WAIT: '0',
        UPGRADE_ANYWAY: 'true',
        SHUTDOWN_DELAY: '12',
        JWT_SECRET: ' kept as it is ',
        JWT_SECRET_PREVIOUS: 'older, oldest',
        PLATFORM_WALLET: wallet,
        GENESIS_CREATOR: ` ${wallet} `,
        BETA_CODES: 'one,two,,',
        SIWE_DOMAINS: 'App.Example.org, localhost:3000,[::1]:3000',
        CORS_ORIGINS: 'https://app.example.org,http://localhost:3000',
        REVIEW_WINDOW_HOURS: '0.5',
        ACCEPT_DAYS: '1',
        DISPUTE_DAYS: '2',
        SEASON_START: '2025-06-01',
        SEASON_DAYS: '30',
        LOG_LEVEL: 'trace',
        RATE_LIMIT: '0',
        RPC_URLS: '1=https://rpc.example.org, 31337=http://127.0.0.1:8545',
        ENS_UNIVERSAL_RESOLVER: wallet,
        TOKENS: `eth=native,USDC=${wallet}`,
        CONNECTION_LIMIT: '0',
        MAX_IN_FLIGHT: '7',
        EVENT_STREAMS: '8',
        EVENT_STREAMS_NETWORK: '0',
        EVENT_STREAMS_WALLET: '9',
        METRICS: '9090',
        METRICS_TOKEN: 'for prometheus',
        DOCS: 'off',
        SEARCH_ENGINES: 'off',
        JOB_POSTINGS: 'on',
        PICTURES: 'off',
        FILES_S3_URL: 'https://s3.example.org/furrow/',
        FILES_S3_REGION: 'eu-west-1',
        FILES_S3_KEY_ID: 'id',
        FILES_S3_KEY_SECRET: 'secret',
        FILES_SCAN: 'clamd://[::1]:3310',
      }),
    ).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      basePath: '/v1/gigs',
      community: {
        name: 'The Barn',
        text: 'Work for the lower farms.',
        logo: 'https://barn.example.org/logo.svg',
        accent: '#1d4ed8',
      },
      dataDir: '/var/lib/furrow',
      postgres: { urls: ['postgresql://db/furrow'], writable: false, pooled: false },
      databaseTimeoutMs: 2_500,
      databaseWaitMs: 0,
      upgradeAnyway: true,
      shutdownDelayMs: 12_000,
      jwtSecret: ' kept as it is ',
      platformWallet: wallet.toLowerCase(),
      genesisCreator: wallet.toLowerCase(),
      betaCodes: ['one', 'two'],
      siweDomains: ['app.example.org', 'localhost:3000', '[::1]:3000'],
      corsOrigins: ['https://app.example.org', 'http://localhost:3000'],
      reviewWindowMs: hour / 2,
      acceptMs: day,
      disputeMs: 2 * day,
      seasonStart: Date.parse('2025-06-01'),
      seasonMs: 30 * day,
      logLevel: 'trace',
      rateLimit: 0,
      rpcUrls: new Map([
        [1, 'https://rpc.example.org'],
        [31_337, 'http://127.0.0.1:8545'],
      ]),
      ensUniversalResolver: wallet.toLowerCase(),
      tokens: new Map([
        ['ETH', zeroAddress],
        ['USDC', toAddress(wallet)],
      ]),
      connectionLimit: 0,
      maxInFlight: 7,
      events: { all: 8, ofNetwork: 0, ofWallet: 9 },
      metrics: { host: '0.0.0.0', port: 9_090 },
      metricsToken: 'for prometheus',
      docs: false,
      searchEngines: false,
      jobPostings: true,
      pictures: false,
      files: {
        folder: '/var/lib/furrow/files',
        s3: {
          url: 'https://s3.example.org/furrow',
          region: 'eu-west-1',
          keyId: 'id',
          keySecret: 'secret',
        },
        scanner: { host: '::1', port: 3310 },
      },
    })
    expect(readConfig({ BASE_PATH: '/' }).basePath).toBe('')
  })

  test.each([
    ['one', ['one']],
    ['one,two', ['one', 'two', 'one,two']],
    [' padded ', ['padded', ' padded ']],
  ])('takes %j for previous secrets apart, and for the one it may have been', (given, secrets) => {
    expect(readConfig({ JWT_SECRET_PREVIOUS: given }).previousSecrets).toEqual(secrets)
  })

  test('listens at one address, also where the name has two', () => {
    expect(readConfig({ HOST: 'Localhost' }).host).toBe('127.0.0.1')
    expect(readConfig({ HOST: '::1' }).host).toBe('::1')
  })

  test('trusts no proxy, the one in front, a number of them, or named ones', () => {
    const trust = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy
    expect(trust('false')).toBe(false)
    expect(trust('0')).toBe(false)
    const named = trust('10.0.0.0/8, loopback, fd00::/8, 192.168.1.1') as TrustProxy
    for (const ours of ['10.9.8.7', '127.0.0.1', '::1', 'fd12::1', '192.168.1.1', '::ffff:10.9.8.7'])
      expect(named(ours, 1), ours).toBe(true)
    for (const theirs of ['11.0.0.1', '192.168.1.2', '2001:db8::1', '::ffff:11.0.0.1', 'unknown', ''])
      expect(named(theirs, 0), theirs).toBe(false)
    for (const wrong of ['yes', '-1', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/', '1.2.3'])
      expect(problemsOf({ TRUST_PROXY: wrong }), wrong).toHaveLength(1)
    const hops = (given: string) => [0, 1, 2].map(hop => (trust(given) as TrustProxy)('10.0.0.1', hop))
    expect(hops('2')).toEqual([true, true, false])
    expect(hops('true')).toEqual([true, false, false])
  })

  test('reports every problem at once, each by the name of its setting', () => {
    const wrong = {
      NODE_ENV: 'production',
      JWT_SECRET: 'short',
      PORT: '65536',
      RATE_LIMIT: '1.5',
      REVIEW_WINDOW_HOURS: '0',
      ACCEPT_DAYS: 'many',
      DISPUTE_DAYS: '-1',
      SEASON_DAYS: 'Infinity',
      SEASON_START: 'spring',
      PLATFORM_WALLET: '0x1234',
      GENESIS_CREATOR: 'creator.eth',
      SIWE_DOMAINS: 'https://app.example.org',
      CORS_ORIGINS: 'https://app.example.org/',
      DATABASE_URL: 'mysql://db/furrow',
      BASE_PATH: '/a b',
      COMMUNITY_NAME: 'a name that is far too long for its place beside the navigation',
      COMMUNITY_TEXT: 'two\nlines',
      COMMUNITY_LOGO: 'http://barn.example.org/logo.svg',
      COMMUNITY_ACCENT: 'blue',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: 'everyone',
      ENS_UNIVERSAL_RESOLVER: '0x1234',
      CODEHOST_KIND: 'sourceforge',
      CODEHOST_URL: 'git.example.org',
      CODEHOST_CLIENT_ID: 'without a secret',
      RPC_URLS: '1:https://rpc.example.org',
      TOKENS: 'USDC',
      CONNECTION_LIMIT: '-1',
      MAX_IN_FLIGHT: 'some',
      EVENT_STREAMS: '-1',
      METRICS: '65536',
      DOCS: 'yes',
      SEARCH_ENGINES: 'some',
      JOB_POSTINGS: 'some',
      PICTURES: 'some',
      FILES_S3_URL: 'https://s3.example.org/without-keys',
      FILES_SCAN: 'http://localhost:3310',
    }
    const problems = problemsOf(wrong)
    const { NODE_ENV, ...named } = wrong
    for (const name of Object.keys(named))
      expect(
        problems.filter(problem => problem.startsWith(name)),
        name,
      ).toHaveLength(1)
    expect(problems).toHaveLength(Object.keys(named).length)
    expect(() => readConfig(wrong)).toThrow(problems[0] as string)
    expect(() => readConfig(wrong)).toThrow(problems.at(-1) as string)
  })

  test.each([
    [{}, 'github', 'https://github.com', 'https://api.github.com', 'read:user,repo,read:org'],
    [
      { CODEHOST_URL: 'https://ghe.example.org/' },
      'github',
      'https://ghe.example.org',
      'https://ghe.example.org/api/v3',
      'read:user,repo,read:org',
    ],
    [
      { CODEHOST_KIND: 'gitea' },
      'gitea',
      'https://codeberg.org',
      'https://codeberg.org/api/v1',
      'read:user read:repository',
    ],
    [
      { CODEHOST_KIND: 'gitlab', CODEHOST_API_URL: 'http://api.lan:3000/v4' },
      'gitlab',
      'https://gitlab.com',
      'http://api.lan:3000/v4',
      'read_user read_api',
    ],
  ])('knows where a code host is: %j', (env, kind, url, apiUrl, scope) => {
    const client = { CODEHOST_CLIENT_ID: 'id', CODEHOST_CLIENT_SECRET: 'secret' }
    const expected = { kind, url, apiUrl, scope, client: { id: 'id', secret: 'secret' } }
    expect(readConfig({ ...client, ...env }).codehost).toEqual({
      ...expected,
      token: null,
      oidcAudience: 'furrow',
      webhookSecret: null,
      lookupsAMinute: 30,
      reserve: 0.25,
      bot: null,
    })
  })

  test('sends e-mail from an address, by a server that it never repeats', () => {
    const mail = { SMTP_URL: 'smtps://u:canary@mail.example.org', MAIL_FROM: 'barn@example.org' }
    expect(readConfig(mail).notifications).toEqual({
      smtp: { url: mail.SMTP_URL, from: { name: null, address: mail.MAIL_FROM }, requireTls: true },
      vapid: null,
      pushContact: 'mailto:barn@example.org',
    })
    expect(problemsOf({ SMTP_URL: mail.SMTP_URL })).toEqual([expect.stringMatching(/^MAIL_FROM must be set/)])
    for (const [MAIL_FROM, name] of [
      ['The Barn <barn@example.org>', 'The Barn'],
      ['"Barn, old" <barn@example.org>', 'Barn, old'],
      ['<barn@example.org>', null],
    ] as const)
      expect(readConfig({ ...mail, MAIL_FROM }).notifications.smtp?.from).toEqual({
        name,
        address: 'barn@example.org',
      })
    for (const MAIL_FROM of ['The Barn <barn>x', 'The Barn', 'a\u0007 <barn@example.org>', 'a@b@c'])
      expect(problemsOf({ ...mail, MAIL_FROM })).toHaveLength(1)
    const tlsOf = (SMTP_URL: string, SMTP_TLS = '') =>
      readConfig({ ...mail, SMTP_URL, SMTP_TLS }).notifications.smtp?.requireTls
    for (const near of ['127.0.0.1:25', '[::1]', '10.1.2.3', 'localhost', 'postfix:25', 'mail.internal'])
      expect([tlsOf(`smtp://${near}`), tlsOf(`smtp://${near}`, 'required')], near).toEqual([false, true])
    expect([tlsOf('smtp://mail.example.org'), tlsOf('smtp://8.8.8.8')]).toEqual([true, true])
    expect(tlsOf('smtp://mail.example.org', 'optional')).toBe(false)
    expect(problemsOf({ ...mail, SMTP_TLS: 'no' })).toEqual([expect.stringMatching(/^SMTP_TLS/)])
    expect(problemsOf({ WEB_PUSH_CONTACT: 'barn@example.org' })).toHaveLength(1)
    for (const SMTP_URL of ['https://u:canary@mail.example.org', 'canary', 'smtp:'])
      expect(problemsOf({ ...mail, SMTP_URL })).toEqual([expect.not.stringContaining('canary')])
    const pair = { WEB_PUSH_PUBLIC_KEY: 'canary', WEB_PUSH_PRIVATE_KEY: 'canary' }
    expect(problemsOf(pair)).toEqual([expect.not.stringContaining('canary')])
    expect(problemsOf({ ...pair, WEB_PUSH_PRIVATE_KEY: '' })).toHaveLength(1)
    const key = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64url')
    const push = { WEB_PUSH_PUBLIC_KEY: key(65), WEB_PUSH_PRIVATE_KEY: key(32) }
    expect(problemsOf(push)).toEqual([])
    expect(problemsOf({ ...push, WEB_PUSH_PRIVATE_KEY: key(31) })).toHaveLength(1)
  })

  test('takes no web address with credentials, and never repeats them', () => {
    for (const user of ['user', 'user:canary'])
      for (const name of ['PUBLIC_URL', 'CODEHOST_URL'])
        expect(problemsOf({ [name]: `https://${user}@host.example.org` }), user).toEqual([
          expect.stringMatching(/must be an http\(s\) URL(?!.*canary)/),
        ])
    for (const [name, address] of [
      ['COMMUNITY_LOGO', 'https://user:canary@barn.example.org/logo.svg'],
      ['CORS_ORIGINS', 'https://user:canary@app.example.org'],
      ['FILES_SCAN', 'clamd://user:canary@127.0.0.1:3310'],
    ] as const)
      expect(problemsOf({ [name]: address })).toEqual([expect.stringMatching(/ must (?!.*canary)/)])
  })

  test('knows where people reach it: by what is set, by its first domain, or on this machine', () => {
    const read = (env: Record<string, string>) => readConfig(env).publicUrl
    expect(read({ SIWE_DOMAINS: 'barn.example.org,localhost:3000' })).toBe('https://barn.example.org')
    expect(read({ SIWE_DOMAINS: 'localhost:3000' })).toBe('http://localhost:3000')
    expect(read({ PUBLIC_URL: 'https://gigs.example.org/' })).toBe('https://gigs.example.org')
    expect(problemsOf({ PUBLIC_URL: 'gigs.example.org' })).toHaveLength(1)
  })

  test('reads a ladder of places, which is on beside a code host unless it is empty or off', () => {
    const host = { CODEHOST_TOKEN: 'token' }
    const ladderOf = (env: Record<string, string>) => readConfig(env).ladder
    expect(ladderOf(host)).toEqual([
      { finished: 0, places: 1 },
      { finished: 1, places: 3 },
      { finished: 5, places: 10 },
      { finished: 20, places: 100 },
    ])
    expect(ladderOf({ ...host, PLACES_LADDER: ' 0:2 , 3:4 ' })).toEqual([
      { finished: 0, places: 2 },
      { finished: 3, places: 4 },
    ])
    for (const PLACES_LADDER of ['', ' ', 'off']) expect(ladderOf({ ...host, PLACES_LADDER })).toEqual([])
    expect(ladderOf({ PLACES_LADDER: '0:1' })).toEqual([])
    for (const PLACES_LADDER of ['1:1', '0:0', '0:1,1:1', '0:1,0:2', '0:1,5', 'on', '0:2,1:1', '0:1,99999:2'])
      expect(() => readConfig({ ...host, PLACES_LADDER }), PLACES_LADDER).toThrow(/PLACES_LADDER must be off/)
  })

  test('reads a quota of 0 as none', () => {
    const { quotas } = readConfig({ QUOTA_QUESTS_A_DAY: '0', QUOTA_PLACES: '3' })
    expect(quotas).toMatchObject({ questsADay: Number.MAX_SAFE_INTEGER, liveQuests: 1_000, places: 3 })
    expect(() => readConfig({ QUOTA_PLACES: '-1' })).toThrow(/QUOTA_PLACES must be a whole number/)
  })

  test('takes a second RPC of a chain that it has, and another one', () => {
    const RPC_URLS = '8453=https://one.example.org'
    const read = (RPC_AGREE: string) => () => readConfig({ RPC_URLS, RPC_AGREE })
    expect(read('8453=https://two.example.org')().agreeUrls).toEqual(
      new Map([[8453, 'https://two.example.org']]),
    )
    expect(read('1=https://two.example.org')).toThrow('RPC_URLS must have the chain')
    expect(read('8453=https://one.example.org')).toThrow('must name another RPC')
    expect(read('https://two.example.org')).toThrow('RPC_AGREE must list chains')
    expect(read('8453=http://two.example.org')).toThrow('RPC_AGREE must have https for chain 8453')
    for (const near of [
      '127.0.0.1:8545',
      '[::1]:8545',
      '10.1.2.3',
      'localhost:8545',
      'geth:8545',
      'node.lan',
    ])
      expect(read(`8453=http://${near}`), near).not.toThrow()
  })

  test('needs all of the chain rail, or none of it', () => {
    const rail = {
      RPC_URLS: '31337=http://127.0.0.1:8545',
      ESCROW_CHAIN_ID: '31337',
      ESCROW_ADDRESS: `0x${'ab'.repeat(20)}`,
      ESCROW_OPERATOR_KEY: `0x${'01'.repeat(32)}`,
    }
    expect(readConfig(rail).escrows).toMatchObject([{ chainId: 31_337, confirmations: 1, retired: false }])
    for (const name of Object.keys(rail)) expect(problemsOf({ ...rail, [name]: '' }), name).not.toEqual([])
    expect(problemsOf({ ...rail, RPC_URLS: '1=https://rpc.example.org' })).toHaveLength(1)
    expect(readConfig({ ESCROW_ARBITER: rail.ESCROW_ADDRESS }).escrows).toEqual([])
  })

  test('never repeats a secret', () => {
    const secrets = {
      JWT_SECRET: 'canary-secret',
      JWT_SECRET_PREVIOUS: 'canary-previous',
      BETA_CODES: 'canary-beta',
      DATABASE_URL: 'mysql://furrow:canary-password@db/furrow',
      CODEHOST_CLIENT_SECRET: 'canary-client',
      CODEHOST_TOKEN: 'canary-token',
      ESCROW_OPERATOR_KEY: 'canary-operator',
    }
    const problems = problemsOf({ NODE_ENV: 'production', PORT: 'x', ...secrets }).join('\n')
    for (const name of ['PORT', 'ESCROW_OPERATOR_KEY']) expect(problems).toContain(name)
    expect(problems).not.toContain('canary')
  })

  test('answers no claimed names in production, and leaves balancers time at its end', () => {
    expect(readConfig(production)).toMatchObject({ allowClaimedNames: false, shutdownDelayMs: 5_000 })
    expect(readConfig({})).toMatchObject({ allowClaimedNames: true, shutdownDelayMs: 0 })
  })

  test('gives points for proved work alone wherever work could be proved', () => {
    const given = (env: Record<string, string>) => readConfig(env).pointsFor
    expect(given({ CODEHOST_KIND: 'github' })).toBe('proved')
    expect(given({ RPC_URLS: '1=http://127.0.0.1:8545' })).toBe('proved')
    expect(given({})).toBe('recorded')
  })

  test('counts a payment from its twelfth block on, from the first of a local chain, or as is set', () => {
    const after = (env: Record<string, string>, chainId: number) =>
      confirmationsOf(readConfig(env).payments, chainId)
    expect([after({}, 1), after({}, 31_337)]).toEqual([12, 1])
    expect(after({ PAYMENT_CONFIRMATIONS: '3' }, 1)).toBe(3)
  })

  test('keeps no backups of a database that is in memory', () => {
    const memory = { BACKUP_HOURS: '1', DATA_DIR: ':memory:' }
    expect(problemsOf(memory)).toEqual([expect.stringMatching(/^BACKUP_HOURS/)])
    expect(problemsOf({ ...memory, DATABASE_URL: 'postgres://db/furrow' })).toEqual([])
  })

  test('takes an RSA key of at least 2048 bits for credentials, and repeats none', () => {
    const problemsWith = (modulusLength: number) => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength })
      const CREDENTIAL_KEY = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
      return problemsOf({ CREDENTIAL_KEY })
    }
    expect(problemsWith(2_048)).toEqual([])
    expect(problemsWith(1_024)).toEqual([
      'CREDENTIAL_KEY must be an RSA key of at least 2048 bits, in PKCS #8 (PEM, or its base64).',
    ])
  })

  test('wants a long secret and its domains in production, and nothing else', () => {
    expect(problemsOf(production)).toEqual([])
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^JWT_SECRET /),
      expect.stringMatching(/^SIWE_DOMAINS /),
    ])
    const bytes = (JWT_SECRET: string) => problemsOf({ ...production, JWT_SECRET })
    expect(bytes('x'.repeat(31))).toHaveLength(1)
    expect(bytes('x'.repeat(32))).toEqual([])
    expect(bytes('ü'.repeat(16))).toEqual([])
  })

  test('puts the figures beside the interface, elsewhere, or nowhere', () => {
    const figures = (METRICS: string) => readConfig({ HOST: '10.0.0.1', METRICS }).metrics
    expect(figures('on')).toBe('beside')
    expect(figures('off')).toBeNull()
    expect(figures('9090')).toEqual({ host: '10.0.0.1', port: 9_090 })
    expect(figures('127.0.0.1:9090')).toEqual({ host: '127.0.0.1', port: 9_090 })
    expect(figures('[::1]:9090')).toEqual({ host: '::1', port: 9_090 })
    for (const METRICS of ['yes', 'a b:1', ':9090', '127.0.0.1:', '::1:9090', '99999'])
      expect(problemsOf({ METRICS }), METRICS).toHaveLength(1)
  })

  test('takes whatever secret it is given in development', () => {
    expect(readConfig({ JWT_SECRET: 'x' }).jwtSecret).toBe('x')
  })
})

describe('DATABASE_URL', () => {
  const read = (DATABASE_URL: string) => readConfig({ DATABASE_URL }).postgres

  test('may name several hosts, which are tried in order for one that takes writes', () => {
    expect(read('postgres://u:p%40ss@h1:5432,h2,[::1]:6543/db?sslmode=disable')).toEqual({
      urls: [
        'postgres://u:p%40ss@h1:5432/db?sslmode=disable',
        'postgres://u:p%40ss@h2/db?sslmode=disable',
        'postgres://u:p%40ss@[::1]:6543/db?sslmode=disable',
      ],
      writable: true,
      pooled: false,
    })
  })

  test('says by target_session_attrs whether the server must take writes', () => {
    expect(read('postgres://h/db')?.writable).toBe(false)
    expect(read('postgres://h/db?target_session_attrs=read-write')?.writable).toBe(true)
    expect(read('postgres://h/db?a=b&target_session_attrs=primary')?.writable).toBe(true)
    expect(read('postgres://h1,h2/db?target_session_attrs=any')?.writable).toBe(false)
  })

  test('of a socket in a folder, or of nothing but a user, is taken as ever', () => {
    for (const url of ['postgres://%2Fvar%2Frun/db', 'postgres:///db?host=/var/run', 'postgresql://u@/db'])
      expect(read(url)).toEqual({ urls: [url], writable: false, pooled: false })
  })

  test.each([
    'mysql://u:canary@h/db',
    'postgres:/u:canary@h/db',
    'postgres://u:canary@h1:5432,/db',
    'postgres://u:canary@h1,,h2/db',
    'postgres://u:canary@h1:port/db',
    'postgres://u:canary@h1:99999/db',
    'postgres://u:canary@h1,h2:99999/db',
    'postgres://u:canary@h1, h2/db',
    'postgres://u:canary@h1/db?target_session_attrs=standby',
    'postgres://u:canary@h1/db?sslrootcert=/nonexistent/canary.pem',
    'postgres://u:canary@[::1/db',
  ])('that cannot be meant is one sentence, without its password: %s', url => {
    const problems = problemsOf({ DATABASE_URL: url })
    expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL must /)])
    expect(problems.join()).not.toContain('canary')
  })
})

describe('recipients of backups', () => {
  const recipient = 'age13khl3tz9q4g59r734fdkg06e0r5fa4qyx2sgf0n65nks5gakgu9syn45pw'

  test('are public keys of age, each problem is a sentence, and a secret key is repeated in none', () => {
    const read = (given: string) => problemsOf({ BACKUP_AGE_RECIPIENTS: given })
    expect(read(`${recipient}, ${recipient}`)).toEqual([])
    expect(read(`${recipient}, age1foo, age1tag1foo, somebody`)).toEqual(
      ['age1foo', 'age1tag1foo', 'somebody'].map(
        bad =>
          `BACKUP_AGE_RECIPIENTS must be public keys of age (age1...), with commas between them; it has "${bad}".`,
      ),
    )
    for (const secret of ['AGE-SECRET-KEY-1CANARY', 'age-secret-key-1canary'])
      expect(read(secret)).toEqual([expect.stringMatching(/^((?!CANARY).)*secret key in it/i)])
  })
})

describe('a value in quotation marks, as some readers of environment files leave them', () => {
  test.each(['"production"', "'production'", 'Production', 'prod', 'PRODUCTION'])(
    'starts no service that only means to be in production: %s',
    mode => {
      expect(problemsOf({ ...production, NODE_ENV: mode })).toEqual([
        `NODE_ENV must be production to the letter, or another word; it is ${mode}.`,
      ])
    },
  )

  test.each(['production', ' production\r', 'development', 'test', 'preproduction', ''])(
    'is none here: %j',
    mode => {
      expect(problemsOf({ ...production, NODE_ENV: mode })).toEqual([])
    },
  )

  test('makes no folder of that name', () => {
    expect(problemsOf({ DATA_DIR: '"/data"', BACKUP_DIR: "'/backups'\r" })).toEqual([
      'DATA_DIR is in quotation marks, which would be part of its name: leave them out.',
      'BACKUP_DIR is in quotation marks, which would be part of its name: leave them out.',
    ])
    expect(problemsOf({ DATA_DIR: '/the "data"', BACKUP_DIR: '"' })).toEqual([])
  })
})

describe('a name that is almost that of a setting', () => {
  test('is refused, so that no default stands in for it unseen', () => {
    expect(problemsOf({ PLATFORM_WALET: `0x${'1'.repeat(40)}` })).toEqual([
      'PLATFORM_WALET is no setting: did you mean PLATFORM_WALLET? Take it out, or set PLATFORM_WALLET.',
    ])
    for (const name of ['REVEIW_WINDOW_HOURS', 'DISPUTE_DAY', 'JWT_SECRETS', 'BACKUP_HUORS', 'SIWE_DOMIANS'])
      expect(problemsOf({ [name]: '1' }), name).toHaveLength(1)
  })

  test('is nobody else’s variable, nor a setting itself', async () => {
    const others = {
      HOSTS: 'x',
      HOSTNAME: 'x',
      PATHS: '/',
      TEST_DATABASE_URL: 'x',
      HOMEPATH: 'x',
      PORTS: '1',
    }
    expect(problemsOf(others)).toEqual([])
    const example = await readFile(join(import.meta.dirname, '../../../../.env.example'), 'utf8')
    const names = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(60)
    for (const name of names)
      expect(problemsOf({ [name]: 'x' }).filter(problem => problem.includes('is no setting'))).toEqual([])
  })
})
