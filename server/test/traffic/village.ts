import { createFurrow } from '@furrow/sdk/whole'
import { readSchemaName } from '@furrow/storage/schema-name.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { createAccessToken } from '../../src/access/auth/tokens.ts'
import { toAddress } from '../../src/ground/address.ts'
import { version } from '../../src/ground/version.ts'
import { createFakeClock, type Harness, startHarness, type User, type Wallet } from '../harness.ts'
import { startJsonHost } from '../json-host.ts'
import { type MailSink, startMailSink } from '../mail-sink.ts'
import { createRecorder, type Recorder } from './record.ts'

export const names = ['giver', 'farmer', 'neighbour', 'platform', 'genesis', 'leaver'] as const
type Name = (typeof names)[number]

export type Village = Readonly<Record<Name, User>> & {
  readonly harness: Harness
  readonly sink: MailSink
  readonly recorder: Recorder
  /** Signs as a page of the service would. */
  readonly page: { readonly domain: string; readonly uri: string }
  readonly issueUrl: string
  /** Lets time pass, and all that falls due happen; everybody signs in again. */
  later(milliseconds: number): Promise<void>
  /** A request that the SDK has no call for. */
  ask(
    method: string,
    path: string,
    options?: { by?: User; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>
}

export const webhookSecret = 'a secret of the code host'
const site = 'furrow.example.org'

/** A service with all that strangers see of it set up, and people whose wallets are always the same. */
export async function startVillage(): Promise<Village> {
  const host = await startJsonHost(codehost)
  const sink = await startMailSink()
  const wallets = Object.fromEntries(names.map((name, index) => [name, walletOf(index + 1)])) as Record<
    Name,
    Wallet
  >
  const harness = await startHarness({
    clock: createFakeClock(),
    env: {
      ...sink.env,
      PUBLIC_URL: `https://${site}`,
      SIWE_DOMAINS: site,
      PLATFORM_WALLET: wallets.platform.address,
      GENESIS_CREATOR: wallets.genesis.address,
      BETA_CODES: 'early-bird',
      CODEHOST_KIND: 'gitea',
      CODEHOST_URL: host.url,
      CODEHOST_TOKEN: 't',
      CODEHOST_WEBHOOK_SECRET: webhookSecret,
      CODEHOST_CLIENT_ID: 'furrow',
      CODEHOST_CLIENT_SECRET: 'a secret',
    },
  })
  const { baseUrl, context, clock } = harness
  const recorder = createRecorder(baseUrl, clock, {
    [baseUrl.slice(0, -4)]: `https://${site}`,
    [host.url]: 'https://git.example.org',
    // The examples need not be made anew for each release and each migration.
    [version]: '1.0.0',
    [(await readSchemaName(context.db)) ?? '']: '100-example',
  })
  const people = Object.fromEntries(
    names.map(name => {
      const wallet = wallets[name]
      const token = createAccessToken(context, wallet.address)
      const furrow = createFurrow({ baseUrl, token, fetch: recorder.record, retry: { attempts: 1 } })
      return [name, { ...wallet, token, furrow }]
    }),
  ) as Record<Name, User>
  return {
    ...people,
    harness,
    sink,
    recorder,
    page: { domain: site, uri: `https://${site}` },
    issueUrl: `${host.url}/farm/gate/issues/7`,
    async later(milliseconds) {
      clock.advance(milliseconds)
      while ((await harness.runDue()) > 0);
      for (const { furrow, address } of Object.values(people))
        furrow.resume(createAccessToken(context, address))
    },
    ask: (method, path, { by, body, headers } = {}) =>
      recorder.record(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(by && { authorization: `Bearer ${createAccessToken(context, by.address)}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}

function walletOf(number: number): Wallet {
  const account = privateKeyToAccount(`0x${String(number).repeat(64)}`)
  return { account, address: toAddress(account.address) }
}

const repository = { id: 9, full_name: 'farm/gate', default_branch: 'main', private: false }

/** The shapes of Gitea's API document: an issue, and the pull request that closes it. */
const codehost = {
  'POST /login/oauth/access_token': { access_token: 'a-token-of-the-code-host', token_type: 'bearer' },
  'GET /api/v1/user': { id: 5, login: 'alice' },
  'GET /api/v1/repos/farm/gate': repository,
  'GET /api/v1/repos/farm/gate/issues/7': {
    number: 7,
    title: 'The gate does not close',
    body: 'The hinge of the lower gate is bent.',
    labels: [{ name: 'carpentry' }],
    state: 'closed',
    html_url: 'https://git.example.org/farm/gate/issues/7',
    repository,
  },
  'GET /api/v1/repos/farm/gate/issues': [
    {
      number: 8,
      title: 'The latch is loose',
      body: 'It opens in the wind.',
      labels: [{ name: 'help wanted' }, { name: 'iron' }],
      state: 'open',
      html_url: 'https://git.example.org/farm/gate/issues/8',
      repository,
    },
  ],
  'GET /api/v1/repos/farm/gate/pulls/12': {
    id: 501,
    number: 12,
    user: { id: 5, login: 'alice' },
    title: 'Straighten the hinge',
    body: 'Fixes #7',
    merged: true,
    merged_at: '2026-03-01T12:30:00Z',
    merge_commit_sha: 'a'.repeat(40),
    merged_by: { id: 6, login: 'giver' },
    base: { ref: 'main', repo_id: 9, repo: repository },
  },
}
