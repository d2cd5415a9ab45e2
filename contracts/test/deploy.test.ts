import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import { type Address, getAddress, type Hex, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDeployConfig } from '../scripts/deploy-config.ts'
import { describeTerms } from '../scripts/deploy-terms.ts'
import {
  questEscrowV3Abi as abi,
  isSplitter,
  questEscrowV2Abi as secondAbi,
  splitAccountCodeOf,
} from '../src/index.ts'
import { type Anvil, anvilPath, startAnvil } from './anvil.ts'
import { testTokenAbi, testTokenBytecode } from './fixtures.ts'

const script = fileURLToPath(new URL('../scripts/deploy.ts', import.meta.url))
const operator = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const arbiter = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const attester = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const owner = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const feed = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const settings = {
  RPC_URLS: '1=https://rpc.example.org/secret-of-the-rpc, 31337=http://127.0.0.1:8545',
  ESCROW_CHAIN_ID: '31337',
  ESCROW_DEPLOYER_KEY: `0x${'ab'.repeat(32)}`,
  ESCROW_OPERATOR: operator,
  ESCROW_ARBITER: arbiter,
}

/** Runs the command as a process of its own, with nothing but the given settings. */
async function deploy(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { env: { PATH: process.env.PATH, ...env } })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', chunk => (output.stdout += chunk))
  child.stderr.on('data', chunk => (output.stderr += chunk))
  const code = await new Promise(resolve => child.on('close', resolve))
  return { code, ...output }
}

/** Answers as the node behind it, and knows what it was asked. */
async function startForwarder(target: () => string) {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    asked.push(...[JSON.parse(body)].flat().map(({ method }) => method))
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(target(), { method: 'POST', headers, body })
    response.setHeader('content-type', 'application/json').end(await answer.text())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  }
}

function addressIn({ stdout }: { stdout: string }): Address {
  return (/ESCROW_ADDRESS=(0x[0-9a-fA-F]{40})/.exec(stdout)?.[1] ?? '0x') as Address
}

function problemsOf(env: Record<string, string>): string[] {
  const read = readDeployConfig(env)
  return 'problems' in read ? read.problems : []
}

describe('the settings of a deployment', () => {
  test('are read, with 48 hours of review, 14 days for disputes, and nobody in the other roles', () => {
    expect(readDeployConfig(settings)).toMatchObject({
      config: {
        chainId: 31337,
        rpcUrl: 'http://127.0.0.1:8545',
        terms: {
          operator,
          arbiter,
          attester: zeroAddress,
          owner: zeroAddress,
          uptimeFeed: zeroAddress,
          reviewWindow: 172_800n,
          disputePeriod: 1_209_600n,
        },
      },
    })
    const more = {
      REVIEW_WINDOW_HOURS: '0.5',
      DISPUTE_DAYS: '30',
      ESCROW_ATTESTER: attester,
      ESCROW_OWNER: owner,
    }
    expect(readDeployConfig({ ...settings, ...more, ESCROW_UPTIME_FEED: feed })).toMatchObject({
      config: {
        terms: { reviewWindow: 1800n, disputePeriod: 2_592_000n, attester, owner, uptimeFeed: feed },
      },
    })
  })

  test.each([
    ['RPC_URLS', ''],
    ['RPC_URLS', '31337:http://127.0.0.1:8545'],
    ['RPC_URLS', '1=https://rpc.example.org/secret-of-the-rpc'],
    ['RPC_URLS', '31337=ftp://secret-of-the-rpc'],
    ['ESCROW_CHAIN_ID', '0'],
    ['ESCROW_CHAIN_ID', 'mainnet'],
    ['ESCROW_DEPLOYER_KEY', ''],
    ['ESCROW_DEPLOYER_KEY', 'ab'.repeat(32)],
    ['ESCROW_DEPLOYER_KEY', `0x${'0'.repeat(64)}`],
    ['ESCROW_OPERATOR', '0x1234'],
    ['ESCROW_OPERATOR', `0x${'0'.repeat(40)}`],
    ['ESCROW_ARBITER', arbiter.replace('C44C', 'c44C')],
    ['REVIEW_WINDOW_HOURS', '0'],
    ['REVIEW_WINDOW_HOURS', '9000'],
    ['REVIEW_WINDOW_HOURS', 'two days'],
    ['DISPUTE_DAYS', '0'],
    ['DISPUTE_DAYS', '366'],
    ['ESCROW_OWNER', '0x12'],
    ['ESCROW_ATTESTER', `0x${'0'.repeat(40)}`],
    ['ESCROW_UPTIME_FEED', 'none'],
    ['ESCROW_TOKENS', '0x12'],
    ['ESCROW_TOKENS', zeroAddress],
    ['ESCROW_TOKENS', `${feed},${feed.toLowerCase()}`],
    ['ESCROW_TOKENS', `${feed},${owner},${operator},${arbiter}`],
    ['ESCROW_LIMITS', 'native'],
    ['ESCROW_LIMITS', 'native=0'],
    ['ESCROW_LIMITS', 'native=1'],
    ['ESCROW_ONLY_LISTED', 'perhaps'],
  ])('are refused with %s=%s, and no secret is repeated', (name, value) => {
    const problems = problemsOf({ ...settings, [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} `))
    expect(problems[0]).not.toMatch(/abababab|secret-of-the-rpc/)
  })

  test('list the usual tokens, and the limits that an owner is to set', () => {
    const given = { ESCROW_OWNER: owner, ESCROW_TOKENS: feed, ESCROW_LIMITS: `native=2.5, ${feed}=1000` }
    const more = { ...settings, ...given, ESCROW_ONLY_LISTED: 'true' }
    expect(readDeployConfig(more)).toMatchObject({
      config: {
        terms: { tokens: [feed] },
        limits: {
          most: [
            { token: zeroAddress, amount: '2.5' },
            { token: feed, amount: '1000' },
          ],
          onlyListed: true,
        },
      },
    })
    expect(readDeployConfig(more, 2)).toEqual({
      problems: [
        'ESCROW_TOKENS is a setting of the third version.',
        'ESCROW_LIMITS and ESCROW_ONLY_LISTED are settings of the third version.',
      ],
    })
    const unlisted = { ...settings, ESCROW_OWNER: owner, ESCROW_ONLY_LISTED: 'true' }
    expect(problemsOf(unlisted)).toEqual([expect.stringContaining('nobody could pay in')])
  })

  test('name one deployer, and the account that a signer signs for', () => {
    const { ESCROW_DEPLOYER_KEY, ...others } = settings
    const signer = { ESCROW_DEPLOYER_SIGNER: 'http://127.0.0.1:1248', ESCROW_DEPLOYER: owner }
    expect(readDeployConfig({ ...others, ...signer })).toMatchObject({
      config: { deployer: { address: owner, signerUrl: 'http://127.0.0.1:1248' } },
    })
    expect(problemsOf({ ...others, ...signer, ESCROW_DEPLOYER_KEY })).toEqual([
      'ESCROW_DEPLOYER_SIGNER and ESCROW_DEPLOYER_KEY are set together: choose one.',
    ])
    expect(problemsOf({ ...others, ...signer, ESCROW_DEPLOYER: 'me' })).toHaveLength(1)
    expect(problemsOf({ ...others, ...signer, ESCROW_DEPLOYER_SIGNER: 'ledger' })).toHaveLength(1)
  })

  test('are refused all together', () => {
    expect(problemsOf({})).toHaveLength(5)
  })
})

describe('the terms of a deployment', () => {
  const terms = {
    operator,
    arbiter,
    attester,
    owner,
    uptimeFeed: feed,
    reviewWindow: 1n,
    disputePeriod: 1n,
    tokens: [],
  } as const
  const warnings = (given: object) =>
    describeTerms({ ...terms, ...given }).filter(line => line.startsWith('Warning'))

  test('are told without a warning where each role has its own key', () => {
    expect(warnings({})).toEqual([])
    expect(describeTerms(terms).join(' ')).toContain(feed)
  })

  test.each([
    [{ arbiter: operator }, 'operator and arbiter are the same key'],
    [{ attester: operator }, 'operator and attester are the same key'],
    [{ owner: operator.toLowerCase() }, 'operator and owner are the same key'],
    [{ attester: arbiter }, 'arbiter and attester are the same key'],
    [{ owner: arbiter }, 'arbiter and owner are the same key'],
    [{ owner: attester }, 'attester and owner are the same key'],
    [{ owner: zeroAddress }, 'no owner'],
  ])('warn of %o', (given, sentence) => {
    expect(warnings(given)).toEqual([expect.stringContaining(sentence)])
  })

  test('of each version are told with what its owner and its arbiter can', () => {
    const [third, second] = [describeTerms(terms).join(), describeTerms(terms, 2).join()]
    expect(third).toContain('another arbiter and attester, seven days ahead')
    expect(third).toContain('carried out a day later')
    expect(second).not.toMatch(/seven days|a day later/)
    expect(describeTerms({ ...terms, tokens: [feed] }).join()).toContain(`in the coin and in ${feed}`)
    const one = { ...terms, arbiter: operator } as const
    expect(describeTerms(one).join()).toContain('acceptBoth')
    expect(describeTerms(one, 2).join()).not.toContain('acceptBoth')
  })

  test('do not warn that nobody is nobody', () => {
    expect(warnings({ attester: zeroAddress, owner: zeroAddress })).toHaveLength(1)
  })
})

describe.skipIf(!anvilPath)(`deploy${anvilPath ? '' : ' (skipped: there is no anvil)'}`, () => {
  let anvil: Anvil
  let key: Hex
  const folder = mkdtempSync(join(tmpdir(), 'furrow-deploy-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  beforeAll(async () => {
    anvil = await startAnvil()
    key = toHex(anvil.account(0).getHdKey().privateKey ?? '0x')
  })
  afterAll(() => anvil?.stop())
  const given = () => ({
    ...settings,
    RPC_URLS: `31337=${anvil.rpcUrl}`,
    ESCROW_DEPLOYER_KEY: key,
    ESCROW_VERIFICATION_DIR: folder,
  })

  test('says in a dry run where, for how much and with what, writes what explorers ask for, and sends nothing', async () => {
    const sent = () => anvil.client.getTransactionCount({ address: anvil.account(0).address })
    const before = await sent()
    const env = { ...given(), REVIEW_WINDOW_HOURS: '7' }
    const dry = await deploy(env)
    expect({ ...dry, stderr: '' }).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await sent()).toBe(before)
    const [, address = '', gas] =
      /the address (0x\w{40}) on every chain[\s\S]*It takes (\d+) gas: about [\d.]+ ETH/.exec(dry.stderr) ??
      []
    expect(Number(gas)).toBeGreaterThan(4_000_000)
    expect(dry.stderr).toContain('nothing was sent. --send deploys it.')
    const read = (name: string) => readFileSync(join(folder, `31337-${address.toLowerCase()}`, name), 'utf8')
    const { sources } = JSON.parse(read('standard-input.json'))
    expect(sources).toHaveProperty('src/v3/QuestEscrowV3.sol')
    expect(read('constructor-arguments.txt')).toContain(operator.slice(2).toLowerCase())
    expect(JSON.parse(read('sourcify.json'))).toMatchObject({
      stdJsonInput: { sources },
      compilerVersion: solc.version().replace(/\.Emscripten.*$/, ''),
      contractIdentifier: 'src/v3/QuestEscrowV3.sol:QuestEscrowV3',
    })
    const real = await deploy(env, '--send')
    expect(addressIn(real)).toBe(address)
    expect(JSON.parse(read('sourcify.json')).creationTransactionHash).toMatch(/^0x\w{64}$/)
  })

  test('refuses an argument that it does not know', async () => {
    const { code, stdout, stderr } = await deploy(given(), '--dryrun')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('--dry-run')
  })

  test('prints the settings of the service, and nothing else, on standard output', async () => {
    const { code, stdout, stderr } = await deploy({ ...given(), REVIEW_WINDOW_HOURS: '0.25' }, '--send')
    expect({ code, stderr }).toMatchObject({ code: 0 })
    const [, address] = /^ESCROW_CHAIN_ID=31337\nESCROW_ADDRESS=(0x[0-9a-fA-F]{40})\n$/.exec(stdout) ?? []
    expect(address).toBe(getAddress(address as Address))
    expect(stderr).not.toContain(key.slice(2))
    const read = (functionName: 'operator' | 'arbiter' | 'reviewWindow' | 'disputePeriod') =>
      anvil.client.readContract({ abi, address: address as Address, functionName })
    expect(
      await Promise.all((['operator', 'arbiter', 'reviewWindow', 'disputePeriod'] as const).map(read)),
    ).toEqual([operator, arbiter, 900n, 1_209_600n])
    expect(stderr).toContain('contracts/artifacts/QuestEscrowV3.input.json')
    expect(stderr).toContain(operator.slice(2).toLowerCase())
  })

  test('gives the same terms the same address on every chain, and deploys them once', async () => {
    const other = await startAnvil({ chainId: 5 })
    try {
      const before = await anvil.client.getTransactionCount({ address: anvil.account(0).address })
      const here = await deploy({ ...given(), REVIEW_WINDOW_HOURS: '3' }, '--send')
      const there = { RPC_URLS: `5=${other.rpcUrl}`, ESCROW_CHAIN_ID: '5', REVIEW_WINDOW_HOURS: '3' }
      const [addressHere, addressThere] = [here, await deploy({ ...given(), ...there }, '--send')].map(
        addressIn,
      )
      expect(addressHere).toBe(addressThere)
      expect(here.stderr).toContain('on every chain')
      const again = await deploy({ ...given(), REVIEW_WINDOW_HOURS: '3' }, '--send')
      expect(addressIn(again)).toBe(addressHere)
      expect(again.stderr).toContain('already')
      expect(await anvil.client.getTransactionCount({ address: anvil.account(0).address })).toBe(before + 1)
      const changed = await deploy({ ...given(), REVIEW_WINDOW_HOURS: '4' }, '--send')
      expect(addressIn(changed)).not.toBe(addressHere)
    } finally {
      await other.stop()
    }
  })

  test('deploys a splitter alone, with no setting but the chain and who pays', async () => {
    const { ESCROW_OPERATOR, ESCROW_ARBITER, ...others } = given()
    const dry = await deploy(others, '--splitter')
    expect(dry).toMatchObject({ code: 0, stdout: '' })
    const { code, stdout, stderr } = await deploy(others, '--splitter', '--send')
    expect({ code, stderr }).toMatchObject({ code: 0 })
    const [, address] = /^ESCROW_SPLITTERS=31337=(0x[0-9a-fA-F]{40})\n$/.exec(stdout) ?? []
    expect(dry.stderr).toContain(address)
    const codeOf = async (address: Hex) => (await anvil.client.getCode({ address })) ?? '0x'
    const factory = address as Address
    expect(isSplitter(factory, await codeOf(factory), await codeOf(splitAccountCodeOf(factory)))).toBe(true)
    expect((await deploy(others, '--splitter', '--send')).stderr).toContain('already')
    expect((await deploy({}, '--splitter')).code).toBe(1)
  })

  test('deploys plainly where the chain has no CREATE2 deployer, and says so', async () => {
    const bare = await startAnvil({ args: ['--disable-default-create2-deployer'] })
    try {
      const RPC_URLS = `31337=${bare.rpcUrl}`
      const deployed = await deploy({ ...given(), RPC_URLS }, '--send')
      expect(deployed).toMatchObject({ code: 0 })
      expect(deployed.stderr).toContain('no CREATE2 deployer')
      const code = await bare.client.getCode({ address: addressIn(deployed) })
      expect(code?.length).toBeGreaterThan(20_000)
    } finally {
      await bare.stop()
    }
  })

  test('has a signer send what its account is to pay for, and asks it for nothing else', async () => {
    const node = await startForwarder(() => anvil.rpcUrl)
    const signer = await startForwarder(() => anvil.rpcUrl)
    try {
      const { ESCROW_DEPLOYER_KEY: _, ...others } = { ...given(), REVIEW_WINDOW_HOURS: '13' }
      const { address } = anvil.account(0)
      const env = { ...others, RPC_URLS: `31337=${node.url}`, ESCROW_DEPLOYER: address }
      const signed = { ...env, ESCROW_DEPLOYER_SIGNER: signer.url }
      expect((await deploy(signed)).code).toBe(0)
      expect(signer.asked).toEqual([])
      const { code, stderr, stdout } = await deploy(signed, '--send')
      expect({ code, stderr }).toMatchObject({ code: 0 })
      expect(await anvil.client.getCode({ address: addressIn({ stdout }) })).toBeDefined()
      expect(signer.asked).toEqual(['eth_chainId', 'eth_sendTransaction'])
      expect(node.asked).not.toContain('eth_sendTransaction')
      const other = await startAnvil({ chainId: 5 })
      const elsewhere = { ...env, ESCROW_DEPLOYER_SIGNER: other.rpcUrl, REVIEW_WINDOW_HOURS: '14' }
      const refused = await deploy(elsewhere, '--send').finally(() => other.stop())
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toContain('The signer is on chain 5, not 31337: nothing was sent.')
    } finally {
      node.stop()
      signer.stop()
    }
  })

  test('stops where the uptime feed is no contract', async () => {
    const { code, stdout, stderr } = await deploy({ ...given(), ESCROW_UPTIME_FEED: feed }, '--send')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('ESCROW_UPTIME_FEED')
  })

  test('stops before it sends anything where the RPC is of another chain', async () => {
    const before = await anvil.client.getTransactionCount({ address: anvil.account(0).address })
    const RPC_URLS = `5=${anvil.rpcUrl}`
    const { code, stdout, stderr } = await deploy({ ...given(), RPC_URLS, ESCROW_CHAIN_ID: '5' }, '--send')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('chain 31337 for 5')
    expect(await anvil.client.getTransactionCount({ address: anvil.account(0).address })).toBe(before)
  })

  test('deploys the second version where it is told to, and no version that it does not know', async () => {
    const env = { ...given(), REVIEW_WINDOW_HOURS: '11' }
    const second = await deploy(env, '--send', '--contract', '2')
    expect(second).toMatchObject({ code: 0 })
    expect(second.stderr).toContain('src/v2/QuestEscrowV2.sol:QuestEscrowV2')
    const read = (abi: typeof secondAbi, address: Address) =>
      anvil.client.readContract({ abi, address, functionName: 'VERSION' })
    expect(await read(secondAbi, addressIn(second))).toBe(2n)
    const third = await deploy(env, '--send', '--contract=3')
    expect(addressIn(third)).toBe(addressIn(await deploy(env, '--send')))
    expect(await read(abi as unknown as typeof secondAbi, addressIn(third))).toBe(3n)
    for (const wrong of [['--contract'], ['--contract', '1'], ['--contract=4']]) {
      const { code, stdout, stderr } = await deploy(env, '--send', ...wrong)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain('--contract')
    }
  })

  test('names the usual tokens for good, and writes what the owner has to send for the limits', async () => {
    const { client } = anvil
    const account = anvil.account(0)
    const made = { abi: testTokenAbi, bytecode: testTokenBytecode, args: ['Dollar', 'USDC', 6] } as const
    const hash = await client.deployContract({ ...made, account } as never)
    const token = getAddress((await client.waitForTransactionReceipt({ hash })).contractAddress ?? '0x')
    const rich = anvil.account(9).address
    const env = {
      ...given(),
      ESCROW_TOKENS: token,
      ESCROW_OWNER: rich,
      ESCROW_LIMITS: `native=2,${token}=0.5`,
    }
    const strange = await deploy({ ...env, ESCROW_TOKENS: feed }, '--send')
    expect(strange).toMatchObject({ code: 1, stdout: '' })
    expect(strange.stderr).toContain(`${feed} does not answer as an ERC-20`)
    const fine = await deploy({ ...env, ESCROW_LIMITS: `${token}=0.1234567` })
    expect(fine).toMatchObject({ code: 1, stdout: '' })
    expect(fine.stderr).toContain('has 6 decimals')

    const sent = await deploy({ ...env, ESCROW_ONLY_LISTED: 'true' }, '--send')
    expect(sent).toMatchObject({ code: 0 })
    const address = addressIn(sent)
    const [, path = ''] = /sets the limits with (\S+), a file/.exec(sent.stderr) ?? []
    const file = JSON.parse(readFileSync(path, 'utf8'))
    expect(file).toMatchObject({ version: '1.0', chainId: '31337', meta: { createdFromSafeAddress: rich } })
    for (const { to, data } of file.transactions) {
      expect(to).toBe(address)
      const hash = await client.sendTransaction({ account: anvil.account(9), chain: null, to, data })
      expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
    }
    const most = (of: Address) => client.readContract({ abi, address, functionName: 'limits', args: [of] })
    expect([await most(zeroAddress), await most(token)]).toEqual([2n * 10n ** 18n, 500_000n])
    expect(await client.readContract({ abi, address, functionName: 'onlyListed' })).toBe(true)
  })

  test('refuses one address as owner, arbiter and operator, unless it is told that it is meant so', async () => {
    const one = { ...given(), ESCROW_ARBITER: operator, ESCROW_OWNER: operator }
    const dry = await deploy(one)
    expect(dry).toMatchObject({ code: 0, stdout: '' })
    const refused = await deploy(one, '--send')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('a thief of that key takes every deposit')
    expect(await deploy(one, '--send', '--allow-one-key')).toMatchObject({ code: 0 })
  })

  test('warns of one key in two roles', async () => {
    const { code, stderr } = await deploy({ ...given(), ESCROW_ARBITER: operator }, '--send')
    expect(code).toBe(0)
    expect(stderr).toContain('the same key')
  })

  test('fails without repeating the key where the deployer cannot pay, or the RPC is down', async () => {
    const poor = await deploy({ ...given(), ESCROW_DEPLOYER_KEY: settings.ESCROW_DEPLOYER_KEY }, '--send')
    expect({ code: poor.code, stdout: poor.stdout }).toEqual({ code: 1, stdout: '' })
    expect(poor.stderr).toMatch(/[Ii]nsufficient funds/)
    const down = await deploy(
      { ...settings, RPC_URLS: '31337=http://127.0.0.1:1/secret-of-the-rpc' },
      '--send',
    )
    expect({ code: down.code, stdout: down.stdout }).toEqual({ code: 1, stdout: '' })
    expect(poor.stderr + down.stderr).not.toMatch(/abababab|secret-of-the-rpc/)
  })

  test('says what is missing', async () => {
    const { code, stdout, stderr } = await deploy({})
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    for (const name of Object.keys(settings)) expect(stderr).toContain(name)
  })
})
