import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Address, getAddress, type Hex, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDeployConfig } from '../scripts/deploy-config.ts'
import { questEscrowAbi } from '../src/index.ts'
import { type Anvil, anvilPath, startAnvil } from './anvil.ts'

const script = fileURLToPath(new URL('../scripts/deploy.ts', import.meta.url))
const operator = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const arbiter = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const settings = {
  RPC_URLS: '1=https://rpc.example.org/secret-of-the-rpc, 31337=http://127.0.0.1:8545',
  ESCROW_CHAIN_ID: '31337',
  ESCROW_DEPLOYER_KEY: `0x${'ab'.repeat(32)}`,
  ESCROW_OPERATOR: operator,
  ESCROW_ARBITER: arbiter,
}

/** Runs the command as a process of its own, with nothing but the given settings. */
async function deploy(env: Record<string, string>) {
  const child = spawn(process.execPath, [script], { env: { PATH: process.env.PATH, ...env } })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', chunk => (output.stdout += chunk))
  child.stderr.on('data', chunk => (output.stderr += chunk))
  const code = await new Promise(resolve => child.on('close', resolve))
  return { code, ...output }
}

function problemsOf(env: Record<string, string>): string[] {
  const read = readDeployConfig(env)
  return 'problems' in read ? read.problems : []
}

describe('the settings of a deployment', () => {
  test('are read, with 48 hours of review', () => {
    expect(readDeployConfig(settings)).toMatchObject({
      config: { chainId: 31337, rpcUrl: 'http://127.0.0.1:8545', operator, arbiter, reviewWindow: 172_800n },
    })
    expect(readDeployConfig({ ...settings, REVIEW_WINDOW_HOURS: '0.5' })).toMatchObject({
      config: { reviewWindow: 1800n },
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
  ])('are refused with %s=%s, and no secret is repeated', (name, value) => {
    const problems = problemsOf({ ...settings, [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} `))
    expect(problems[0]).not.toMatch(/abababab|secret-of-the-rpc/)
  })

  test('are refused all together', () => {
    expect(problemsOf({})).toHaveLength(5)
  })
})

describe.skipIf(!anvilPath)(`deploy${anvilPath ? '' : ' (skipped: there is no anvil)'}`, () => {
  let anvil: Anvil
  let key: Hex
  beforeAll(async () => {
    anvil = await startAnvil()
    key = toHex(anvil.account(0).getHdKey().privateKey ?? '0x')
  })
  afterAll(() => anvil?.stop())
  const given = () => ({ ...settings, RPC_URLS: `31337=${anvil.rpcUrl}`, ESCROW_DEPLOYER_KEY: key })

  test('prints the settings of the service, and nothing else, on standard output', async () => {
    const { code, stdout, stderr } = await deploy({ ...given(), REVIEW_WINDOW_HOURS: '0.25' })
    expect({ code, stderr }).toMatchObject({ code: 0 })
    const [, address] = /^ESCROW_CHAIN_ID=31337\nESCROW_ADDRESS=(0x[0-9a-fA-F]{40})\n$/.exec(stdout) ?? []
    expect(address).toBe(getAddress(address as Address))
    expect(stderr).not.toContain(key.slice(2))
    const read = (functionName: 'operator' | 'arbiter' | 'reviewWindow') =>
      anvil.client.readContract({ abi: questEscrowAbi, address: address as Address, functionName })
    expect([await read('operator'), await read('arbiter'), await read('reviewWindow')]).toEqual([
      operator,
      arbiter,
      900n,
    ])
  })

  test('stops before it sends anything where the RPC is of another chain', async () => {
    const before = await anvil.client.getTransactionCount({ address: anvil.account(0).address })
    const RPC_URLS = `5=${anvil.rpcUrl}`
    const { code, stdout, stderr } = await deploy({ ...given(), RPC_URLS, ESCROW_CHAIN_ID: '5' })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('chain 31337 for 5')
    expect(await anvil.client.getTransactionCount({ address: anvil.account(0).address })).toBe(before)
  })

  test('warns of one key in two roles', async () => {
    const { code, stderr } = await deploy({ ...given(), ESCROW_ARBITER: operator })
    expect(code).toBe(0)
    expect(stderr).toContain('the same key')
  })

  test('fails without repeating the key where the deployer cannot pay, or the RPC is down', async () => {
    const poor = await deploy({ ...given(), ESCROW_DEPLOYER_KEY: settings.ESCROW_DEPLOYER_KEY })
    expect({ code: poor.code, stdout: poor.stdout }).toEqual({ code: 1, stdout: '' })
    expect(poor.stderr).toMatch(/[Ii]nsufficient funds/)
    const down = await deploy({ ...settings, RPC_URLS: '31337=http://127.0.0.1:1/secret-of-the-rpc' })
    expect({ code: down.code, stdout: down.stdout }).toEqual({ code: 1, stdout: '' })
    expect(poor.stderr + down.stderr).not.toMatch(/abababab|secret-of-the-rpc/)
  })

  test('says what is missing', async () => {
    const { code, stdout, stderr } = await deploy({})
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    for (const name of Object.keys(settings)) expect(stderr).toContain(name)
  })
})
