import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Deployment, deployments } from '@furrow/contracts'
import type { Diagnosis } from '@furrow/sdk'
import { sql } from 'kysely'
import { getAddress, keccak256 } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasChain, startChain } from '../../../test/chain.ts'
import {
  createFakeClock,
  createSharedDatabase,
  createWallet,
  engine,
  type Harness,
  startHarness,
  takeSharedDatabase,
} from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'
import { startMailSink } from '../../../test/mail-sink.ts'
import { runProcess } from '../../../test/processes.ts'
import { startRail } from '../../../test/rail.ts'
import type { Address } from '../../ground/address.ts'
import { day, hour, minute, second } from '../../ground/clock.ts'
import { treasury } from './treasury.ts'

const ask = ({ user, platform }: Harness): Promise<Diagnosis> => user(platform).furrow.doctor()

/** Findings that are not fine, with their state. */
function problemsOf({ findings }: Diagnosis, about: string): string[] {
  return findings
    .filter(finding => finding.about === about && finding.state !== 'fine')
    .map(({ state, says }) => `${state}: ${says}`)
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A code host that knows no token. */
async function startRefusing(): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(401).end('{}'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('GET /doctor', () => {
  test.skipIf(!hasChain)(
    'compares the code of a contract with that of the deployment which is listed',
    async () => {
      const rail = await startRail({}, 2)
      const { escrow, client } = rail.chain
      const says = async () => {
        // A diagnosis is kept for a moment.
        rail.clock.advance(minute)
        const { findings } = await ask(rail)
        return findings.filter(({ says }) => says.includes('deployments.json')).map(({ state }) => state)
      }
      expect(await says()).toEqual([])
      const listed = deployments as Deployment[]
      onTestFinished(() => void listed.pop())
      const codeHash = keccak256((await client.getCode({ address: escrow })) ?? '0x')
      listed.push({ chainId: 31_337, address: escrow, version: 2, codeHash, transaction: null })
      expect(await says()).toEqual(['fine'])
      listed.splice(-1, 1, { ...(listed.at(-1) as Deployment), codeHash: keccak256('0x60') })
      expect(await says()).toEqual(['wrong'])
    },
  )

  test('is for the platform wallet alone', async () => {
    const harness = await startHarness()
    const { send, user, platform } = harness
    expect((await send('GET', '/doctor')).status).toBe(401)
    expect(await send('GET', '/doctor', { token: user().token })).toMatchObject({
      status: 403,
      body: { error: 'Only the platform wallet may do this.', code: expect.any(String) },
    })
    const { status, headers, body } = await send('GET', '/doctor', { token: user(platform).token })
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'no-store' })
    expect(body).toMatchObject({ at: '2026-03-01T12:00:00.000Z', findings: expect.any(Array) })
    expect(new Set(body.findings.map(({ about }: { about: string }) => about))).toEqual(
      new Set([
        ...[
          'Settings',
          'Database',
          'Code host',
          'Chains',
          'Wallets',
          'Escrow contract',
          'Clock',
          'Disk',
          'Files',
          'Images',
          'E-mail',
          "People's files",
          'Backups',
          'Ledger',
          'Traces',
        ],
        'Public address',
      ]),
    )
    const nobody = await startHarness({ env: { PLATFORM_WALLET: '' } })
    expect((await nobody.send('GET', '/doctor', { token: nobody.user().token })).status).toBe(403)
  })

  test('says where others cannot find the keys that sign credentials', async () => {
    const says = async (env: Record<string, string>) =>
      problemsOf(await ask(await startHarness({ env })), 'Credentials')
    expect(await says({ PUBLIC_URL: 'http://127.0.0.1:9' })).toEqual([
      'warning: did:web:127.0.0.1%3A9 is no identifier that others could look up: did:web needs https and a domain.',
    ])
    const away = { PUBLIC_URL: 'https://localhost:9' }
    expect(await says(away)).toEqual([
      'warning: https://localhost:9/.well-known/did.json does not answer with the DID document of this service from here.',
    ])
    expect(await says({ ...away, CREDENTIALS: 'off' })).toEqual([])
  })

  test('looks once for all who ask within ten seconds', async () => {
    const host = await startJsonHost({ 'GET /user': { id: 7, login: 'furrow' } })
    const env = { CODEHOST_URL: host.url, CODEHOST_API_URL: host.url, CODEHOST_TOKEN: 'a-token' }
    const harness = await startHarness({ env })
    const looks = () => host.asked.filter(path => path === 'GET /user').length
    await Promise.all(Array.from({ length: 5 }, () => ask(harness)))
    harness.clock.advance(10 * second - 1)
    await ask(harness)
    expect(looks()).toBe(1)
    harness.clock.advance(1)
    const { findings } = await ask(harness)
    expect(looks()).toBe(2)
    expect(findings).toContainEqual({
      about: 'Code host',
      state: 'fine',
      says: 'It answers, and knows the token as furrow.',
      mend: null,
    })
  })

  test('tells of a code host that is not there, or does not take the token', async () => {
    const gone = await ask(
      await startHarness({ env: { CODEHOST_API_URL: 'http://127.0.0.1:1', CODEHOST_TOKEN: 'x' } }),
    )
    expect(gone.ok).toBe(false)
    expect(problemsOf(gone, 'Code host')).toEqual(['wrong: http://127.0.0.1:1 does not answer.'])
    const url = await startRefusing()
    const env = { CODEHOST_URL: url, CODEHOST_API_URL: url, CODEHOST_TOKEN: 'a-token' }
    expect(problemsOf(await ask(await startHarness({ env })), 'Code host')).toContain(
      'wrong: It does not accept CODEHOST_TOKEN.',
    )
  })

  test('compares the clock with what the settings name', async () => {
    const host = await startJsonHost({})
    const env = { CODEHOST_URL: host.url, CODEHOST_API_URL: host.url }
    const right = await startHarness({ env, clock: createFakeClock(Date.now()) })
    expect(problemsOf(await ask(right), 'Clock')).toEqual([])
    const ahead = await startHarness({ env, clock: createFakeClock(Date.now() + 2 * hour) })
    const said = problemsOf(await ask(ahead), 'Clock')
    expect(said[0]).toMatch(/^wrong: It is 7\d\d\d seconds ahead of the code host[.]$/)
    expect(said).toHaveLength(engine === 'postgres' ? 2 : 1)
    const clock = { ...createFakeClock(), ahead: () => 2 * day }
    expect(problemsOf(await ask(await startHarness({ clock })), 'Clock')).toContain(
      'wrong: This service pays nothing by itself: its clock is 172800 seconds ahead of what it knows.',
    )
  })

  test('tells of a database of a newer version, and of one that takes no writes', async () => {
    const harness = await startHarness()
    const { context, clock } = harness
    // Tests have PostgreSQL so, and no crash of the machine.
    const risk = 'warning: synchronous_commit is off: what was answered may be lost when the server dies.'
    // The write that was tried leaves nothing that the next one would meet.
    for (let look = 0; look < 2; look++) {
      expect(problemsOf(await ask(harness), 'Database')).toEqual(engine === 'postgres' ? [risk] : [])
      clock.advance(10 * second)
    }
    const refuse =
      engine === 'sqlite'
        ? [`create trigger refuse before insert on meta begin select raise(abort, 'read-only'); end`]
        : [
            `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'read-only'; end $$`,
            'create trigger refuse before insert on meta for each row execute function refuse()',
          ]
    for (const statement of refuse) await sql.raw(statement).execute(context.db)
    expect(problemsOf(await ask(harness), 'Database')).toContain('wrong: It cannot be written to: read-only')
    await sql`insert into kysely_migration (name, timestamp) values ('998-later', '2027')`.execute(context.db)
    clock.advance(10 * second)
    const { findings } = await ask(harness)
    expect(findings.map(({ says }) => says).join()).toContain(
      'a later version added to its schema (998-later)',
    )
    await sql`insert into kysely_migration (name, timestamp) values ('999-contract-later', '2027')`.execute(
      context.db,
    )
    clock.advance(10 * second)
    expect(problemsOf(await ask(harness), 'Database')).toEqual([
      'wrong: Its schema 999-contract-later is of a newer version than this one.',
    ])
  })

  test('tells of backups that are not made any more', async () => {
    const folder = await createFolder()
    const env = { ...(await takeSharedDatabase()), BACKUP_HOURS: '24', BACKUP_DIR: folder }
    const harness = await startHarness({ env })
    // On PostgreSQL this one keeps nothing on its own disk.
    const beside =
      engine === 'sqlite' ? [`warning: ${folder} is on the same disk as what it keeps safe.`] : []
    expect(problemsOf(await ask(harness), 'Backups')).toEqual([
      'warning: None was made yet.',
      'warning: They are not encrypted.',
      ...beside,
    ])
    const recipients = ['age13khl3tz9q4g59r734fdkg06e0r5fa4qyx2sgf0n65nks5gakgu9syn45pw']
    Object.assign(harness.context.config.backup, { recipients })
    const { makeBackups } = await import('../backup/duty.ts')
    await makeBackups.round(harness.context)
    harness.clock.advance(day)
    expect(problemsOf(await ask(harness), 'Backups')).toEqual(beside)
    harness.clock.advance(2 * day)
    expect(problemsOf(await ask(harness), 'Backups')).toEqual([
      'wrong: The last one was made at 2026-03-01T12:00:00.000Z.',
      ...beside,
    ])
  })

  test.skipIf(process.platform !== 'linux')(
    'tells of backups on the disk of what they keep safe, and of none elsewhere (on Linux)',
    async () => {
      const files = { DATA_DIR: await createFolder(), BACKUP_HOURS: '24' }
      const env = { ...(await takeSharedDatabase()), ...files }
      const says = async (BACKUP_DIR: string) =>
        problemsOf(await ask(await startHarness({ env: { ...env, BACKUP_DIR } })), 'Backups').join()
      // A device of its own, on every machine.
      expect(await says('/proc/backups')).not.toContain('same disk')
      expect(await says(join(files.DATA_DIR, 'later'))).toContain('is on the same disk as what it keeps safe')
    },
  )

  test('repeats no secret, whatever goes wrong', async () => {
    const env = {
      ...(await takeSharedDatabase()),
      CODEHOST_API_URL: 'http://127.0.0.1:1',
      CODEHOST_TOKEN: 'canary-token',
      CODEHOST_CLIENT_ID: 'id',
      CODEHOST_CLIENT_SECRET: 'canary-client',
      RPC_URLS: '1=http://127.0.0.1:1/canary-key',
      BETA_CODES: 'canary-beta',
      JWT_SECRET: 'canary-secret that is long enough to be one, surely',
    }
    const diagnosis = await ask(await startHarness({ env }))
    expect(diagnosis.ok).toBe(false)
    expect(problemsOf(diagnosis, 'Chains')).toEqual([
      'wrong: The RPC of chain 1 does not answer as one should.',
    ])
    expect(JSON.stringify(diagnosis)).not.toContain('canary')
  })
})

describe.skipIf(!hasChain)('on a chain (needs anvil)', () => {
  test('the contract must be of the settings', async () => {
    const rail = await startRail()
    const other = await ask(rail)
    expect(problemsOf(other, 'Escrow contract')).toEqual([
      expect.stringMatching(/^warning: Its arbiter is 0x\w{40}, and PLATFORM_WALLET is 0x\w{40}/),
    ])
    const arbiter = { PLATFORM_WALLET: rail.chain.account(2).address, REVIEW_WINDOW_HOURS: '24' }
    const window = await startHarness({ env: { ...rail.chain.env, ...arbiter } })
    const platform = { ...createWallet(), address: window.config.platformWallet as Address }
    expect(problemsOf(await window.user(platform).furrow.doctor(), 'Escrow contract')).toEqual([
      'warning: Its review window is 48 hours, and REVIEW_WINDOW_HOURS is 24; on chain the contract decides.',
    ])
  })

  test('a splitter must have the code that is known, and is told to clients', async () => {
    const rail = await startRail({}, 3, undefined, { splits: true })
    const { chain } = rail
    const about = 'Teams on chain'
    expect((await ask(rail)).findings).toContainEqual(expect.objectContaining({ about, state: 'fine' }))
    expect((await rail.visitor.config()).chains?.[0]?.splitter).toBe(getAddress(chain.splitter ?? '0x'))
    const other = await startHarness({ env: { ...chain.env, ESCROW_SPLITTERS: `31337=${chain.token}` } })
    expect(problemsOf(await ask(other), about)).toEqual([
      expect.stringMatching(/^wrong: What is at 0x\w{40} on chain 31337 is no splitter/),
    ])
    const none = await startHarness({ env: { ...chain.env, ESCROW_SPLITTERS: '' } })
    expect((await none.visitor.config()).chains?.[0]).not.toHaveProperty('splitter')
    rail.proxy.before = () => ({ refused: 'gone' })
    rail.clock.advance(minute)
    expect(problemsOf(await ask(rail), about)).toEqual([expect.stringContaining('does not say')])
  })

  test('the RPC must be of its chain', async () => {
    const chain = await startChain()
    const harness = await startHarness({ env: { RPC_URLS: `8453=${chain.rpcUrl}` } })
    expect(problemsOf(await ask(harness), 'Chains')).toEqual([
      'wrong: The RPC of chain 8453 is of chain 31337.',
    ])
  })
})

describe('npm run doctor', () => {
  const secret = { JWT_SECRET: 'a secret for tests that is long enough to be one' }
  const doctor = (env: Record<string, string>, ...args: string[]) => runProcess(env, 'cli/doctor.ts', args)

  test('ends with 0 where nothing is wrong, and finds the service at its domain', async () => {
    const env = { ...(await takeSharedDatabase()), ...secret }
    const { baseUrl } = await startHarness({ env })
    const { code, output } = await doctor({ ...env, SIWE_DOMAINS: new URL(baseUrl).host })
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(output).toContain(
      `fine     Public address: ${baseUrl.replace('localhost', '127.0.0.1')}/config answers.`,
    )
    expect(output).not.toContain('WRONG')
  })

  test('ends with 1 and how to mend it where something is', async () => {
    const folder = await createFolder()
    const file = join(folder, 'jwt-secret')
    await writeFile(file, secret.JWT_SECRET, { mode: 0o600 })
    await chmod(file, 0o644)
    const { code, output } = await doctor({ ...(await takeSharedDatabase()), DATA_DIR: folder })
    expect(code).toBe(1)
    expect(output).toContain(`WRONG    Files: ${file} can be read by others than its owner (644).`)
    expect(output).toContain(`chmod 600 ${file}`)
    expect(await readdir(folder)).toEqual(['jwt-secret'])
  })

  test('blames the database alone where it is away or empty, and tells of folders and collectors that fail', async () => {
    const folder = await createFolder()
    const file = join(folder, 'file')
    await writeFile(file, '')
    const settings = {
      ...secret,
      DATA_DIR: folder,
      BACKUP_HOURS: '24',
      BACKUP_DIR: join(file, 'backups'),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1/canary',
    }
    const empty = { ...(await createSharedDatabase()), ...settings }
    if (engine === 'sqlite') await writeFile(join(folder, 'furrow.sqlite'), '', { mode: 0o600 })
    const { output } = await doctor(empty)
    expect(output).toContain(
      `WRONG    Backups: ${join(file, 'backups')} cannot be written to: ${file} is not a folder.`,
    )
    expect(output).toContain('warning  Traces: The collector of OTEL_EXPORTER_OTLP_ENDPOINT does not answer')
    expect(output).toContain('fine     Escrow contract: None is set')
    const away = await doctor({ ...settings, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect(away.output).toContain('WRONG    Database: It cannot be read')
    expect(away.output).toContain('fine     Escrow contract: None is set')
  })

  test('tells of settings that cannot be read, and of a database that is not there', async () => {
    const unread = await doctor({ PORT: 'x', PLATFORM_WALLET: 'me' })
    expect(unread).toMatchObject({ code: 1, output: expect.stringContaining('PLATFORM_WALLET must be') })
    const away = { ...secret, DATABASE_URL: 'postgres://nobody:canary@127.0.0.1:1/none' }
    const { code, output, stdout } = await doctor(away, '--json')
    expect(code).toBe(1)
    expect(output).not.toContain('canary')
    const { findings } = JSON.parse(stdout)
    expect(findings).toContainEqual(
      expect.objectContaining({
        about: 'Database',
        state: 'wrong',
        says: expect.stringContaining('ECONNREFUSED'),
      }),
    )
  })
})

test.skipIf(!hasChain)(
  'says where the treasury is no contract, or on a chain that nobody can ask',
  async () => {
    const chain = await startChain()
    const { RPC_URLS, TOKENS } = chain.env
    const harness = await startHarness({ env: { RPC_URLS, TOKENS } })
    const { furrow } = harness.user(harness.genesis)
    const says = async (address: string) => {
      await furrow.communityDao.change({ treasury: { onChain: { chainId: 31_337, address } } })
      return treasury.look({ ...harness.context, secrets: null })
    }
    expect(await treasury.look({ ...harness.context, secrets: null })).toEqual([])
    expect(await says(chain.token)).toMatchObject([{ state: 'fine' }])
    expect(await says(chain.account(5).address)).toMatchObject([
      { state: 'warning', says: expect.stringContaining('no contract') },
    ])
    const chains = { ...harness.context.chains, get: () => Promise.reject(new Error('gone')) }
    expect(await treasury.look({ ...harness.context, chains, secrets: null })).toMatchObject([
      { state: 'wrong' },
    ])
    const none = { ...chains, has: () => false }
    expect(await treasury.look({ ...harness.context, chains: none, secrets: null })).toMatchObject([
      { state: 'wrong', mend: expect.stringContaining('RPC_URLS') },
    ])
  },
)

test('tries the mail server that notifications go through', async () => {
  const { env } = await startMailSink()
  const seen = async (SMTP_URL: string) => {
    const { send, user, platform } = await startHarness({ env: { ...env, SMTP_URL } })
    const { body } = await send('GET', '/doctor', { token: user(platform).token })
    return body.findings.find(({ about }: { about: string }) => about === 'E-mail')
  }
  expect(await seen(env.SMTP_URL as string)).toMatchObject({ state: 'fine' })
  const away = await seen('smtp://user:canary@127.0.0.1:1')
  expect(away).toMatchObject({ state: 'wrong', mend: expect.stringContaining('SMTP_URL') })
  expect(JSON.stringify(away)).not.toContain('canary')
})
