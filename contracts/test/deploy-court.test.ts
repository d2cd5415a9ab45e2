import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Address, toHex } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { readCourtConfig } from '../scripts/court-config.ts'
import { courtArbiterV2Abi as abi } from '../src/index.ts'
import { startKleros } from './kleros/start.ts'
import { describeThird } from './v2/world.ts'

const script = fileURLToPath(new URL('../scripts/deploy-court.ts', import.meta.url))
const settings = {
  RPC_URLS: '31337=http://127.0.0.1:1',
  ESCROW_CHAIN_ID: '31337',
  ESCROW_DEPLOYER_KEY: `0x${'ab'.repeat(32)}`,
  COURT: '0x988b3A538b618C7A603e1c11Ab82Cd16dbE28069',
  COURT_META_EVIDENCE: '/ipfs/QmMeta',
}

async function deploy(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { env: { PATH: process.env.PATH, ...env } })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', chunk => (output.stdout += chunk))
  child.stderr.on('data', chunk => (output.stderr += chunk))
  const code = await new Promise(resolve => child.on('close', resolve))
  return { code, ...output }
}

test('the settings of a court’s arbiter name the court, or it is the one that is known on the chain', () => {
  expect(readCourtConfig(settings)).toMatchObject({ config: { subcourt: 0n, jurors: 3n, source: null } })
  const { COURT: _, ...rest } = settings
  const known = { ...rest, ESCROW_CHAIN_ID: '100', RPC_URLS: '100=https://rpc.example.org' }
  expect(readCourtConfig(known)).toMatchObject({
    config: {
      court: '0x9C1dA9A04925bDfDedf0f6421bC7EEa8305F9002',
      source: expect.stringContaining('kleros'),
    },
  })
  const problems = (given: object) => {
    const read = readCourtConfig({ ...rest, ...given })
    return 'problems' in read ? read.problems.length : 0
  }
  expect(problems({})).toBe(1)
  expect(readCourtConfig(rest)).toMatchObject({
    problems: [expect.stringContaining('Ethereum (1) and Gnosis (100)')],
  })
  expect(problems({ COURT: settings.COURT, COURT_JURORS: '0' })).toBe(1)
  expect(problems({ COURT: settings.COURT, COURT_META_EVIDENCE: 'my file' })).toBe(1)
  expect(problems({ COURT: settings.COURT, ESCROW_CHAIN_ID: '1', COURT_SUBCOURT: 'x' })).toBe(2)
})

describeThird('the command that deploys a court’s arbiter', world => {
  test('asks the court what it costs, sends nothing without --send, and refuses what is no court', async () => {
    const { account, client, people } = world()
    const { court } = await startKleros(world())
    const key = toHex(account(0).getHdKey().privateKey ?? new Uint8Array())
    const rpc = client.transport.url as string
    const folder = mkdtempSync(join(tmpdir(), 'furrow-court-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const env = {
      ...settings,
      RPC_URLS: `31337=${rpc}`,
      ESCROW_DEPLOYER_KEY: key,
      COURT: court,
      COURT_JURORS: '5',
      ESCROW_VERIFICATION_DIR: folder,
    }
    const dry = await deploy(env)
    expect(dry).toMatchObject({ code: 0, stdout: '' })
    expect(dry.stderr).toContain('0.000000000000005')
    expect(dry.stderr).toContain('nothing was sent')
    const wrong = await deploy({ ...env, COURT: people[3] as string }, '--send')
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toContain('answers as a court')

    await client.setIntervalMining({ interval: 1 })
    const sent = await deploy(env, '--send')
    await client.setIntervalMining({ interval: 0 })
    expect(sent.stderr + sent.stdout).toContain('ESCROW_ARBITER=0x')
    const address = sent.stdout.trim().split('=')[1] as Address
    const read = (functionName: 'arbitrator' | 'extraData') =>
      client.readContract({ abi, address, functionName })
    expect(await read('arbitrator')).toBe(court)
    const written = readFileSync(join(folder, `31337-${address.toLowerCase()}`, 'sourcify.json'), 'utf8')
    expect(JSON.parse(written)).toMatchObject({
      contractIdentifier: 'src/v3/CourtArbiterV2.sol:CourtArbiterV2',
      creationTransactionHash: expect.stringMatching(/^0x\w{64}$/),
    })
    expect(BigInt(`0x${(await read('extraData')).slice(66)}`)).toBe(5n)
  })
})
