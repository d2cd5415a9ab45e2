import { readMigrations } from '@furrow/storage/migrations/executed.ts'
import { expect, test } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { startHarness } from '../../../test/harness.ts'

test('GET /config says what a client needs, and no secret', async () => {
  const secrets = {
    CODEHOST_CLIENT_SECRET: 'canary-client',
    CODEHOST_TOKEN: 'canary-token',
    CODEHOST_WEBHOOK_SECRET: 'canary-webhook',
    BETA_CODES: 'canary-beta',
  }
  const env = { ...secrets, CODEHOST_CLIENT_ID: 'the-client', CODEHOST_URL: 'https://git.example.org' }
  const { visitor, send, platform, genesis } = await startHarness({ env })
  expect(await visitor.config()).toEqual({
    beta: true,
    platformWallet: platform.account.address,
    genesisCreator: genesis.account.address,
    passkeys: null,
    reviewWindowHours: 48,
    codehost: {
      kind: 'github',
      url: 'https://git.example.org',
      clientId: 'the-client',
      authorizeUrl: 'https://git.example.org/login/oauth/authorize',
      scope: 'read:user,repo,read:org',
    },
    credentials: { did: expect.stringMatching(/^did:web:/), forms: ['badge'] },
    chain: null,
    disputes: {
      decidedBy: platform.account.address,
      days: 14,
      otherwise: expect.stringContaining('Other work is refunded.'),
      rule: 'merged-else-refund',
    },
    events: true,
    payments: [],
    tokens: [{ symbol: 'ETH', address: '0x0000000000000000000000000000000000000000' }],
  })
  expect(JSON.stringify((await send('GET', '/config')).body)).not.toContain('canary')
})

test('GET /config of a service that has only its defaults', async () => {
  const { logged, visitor } = await startHarness({ env: { PLATFORM_WALLET: '', GENESIS_CREATOR: '' } })
  expect(await visitor.config()).toMatchObject({
    beta: false,
    platformWallet: null,
    genesisCreator: null,
    passkeys: null,
    codehost: null,
    chain: null,
    disputes: { decidedBy: null, otherwise: expect.stringContaining('Nobody can decide disputes here') },
  })
  expect(logged()).toContain('nobody can decide disputes: PLATFORM_WALLET is not set')
})

test('GET /config says what the community calls itself, where it does', async () => {
  const { visitor } = await startHarness({ env: { COMMUNITY_NAME: 'The Barn' } })
  expect((await visitor.config()).community).toEqual({ name: 'The Barn', logo: null, accent: null })
})

test('GET /version says which version answers, and what its database has', async () => {
  const { context, visitor } = await startHarness()
  const schema = (await readMigrations(context.db)).at(-1)
  expect(schema).toMatch(/^\d{3}-/)
  // Only a build knows its commit.
  expect(await visitor.version()).toEqual({
    name: 'furrow',
    version: packageJson.version,
    commit: null,
    schema,
  })
})
