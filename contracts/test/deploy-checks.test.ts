import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getAddress, isAddress, keccak256, toHex } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { chains } from '../scripts/chains.ts'
import { readAdvice } from '../scripts/check-chain.ts'
import { verify } from '../scripts/verify.ts'
import { isAsListed } from '../src/index.ts'
import { anvilPath, startAnvil } from './anvil.ts'
import { oneJudgeCourtAbi, oneJudgeCourtBytecode, testTokenAbi, testTokenBytecode } from './fixtures.ts'

const script = fileURLToPath(new URL('../scripts/deploy.ts', import.meta.url))
const [operator, arbiter] = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function startOn(chainId: number) {
  const anvil = await startAnvil({ chainId })
  onTestFinished(() => anvil.stop())
  const folder = folderOf()
  const registry = join(folder, 'deployments.json')
  writeFileSync(registry, '[]')
  const env = {
    PATH: process.env.PATH,
    RPC_URLS: `${chainId}=${anvil.rpcUrl}`,
    ESCROW_CHAIN_ID: String(chainId),
    ESCROW_DEPLOYER_KEY: toHex(anvil.account(0).getHdKey().privateKey ?? '0x'),
    ESCROW_OPERATOR: operator,
    ESCROW_ARBITER: arbiter,
    ESCROW_VERIFICATION_DIR: folder,
    ESCROW_DEPLOYMENTS: registry,
  }
  async function run(more: Record<string, string>, ...args: string[]) {
    const child = spawn(process.execPath, [script, ...args], { env: { ...env, ...more } })
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', chunk => (said.stdout += chunk))
    child.stderr.on('data', chunk => (said.stderr += chunk))
    const code = await new Promise(resolve => child.on('close', resolve))
    return { code, ...said }
  }
  return { ...anvil, run, registry, folder }
}

/** An explorer's two interfaces, by what their documentation says; `rules` change an answer. */
async function startExplorers(rules: { sourcify?: object; etherscan?: string; unseen?: number } = {}) {
  const asked: { url: string; body: string }[] = []
  let [polls, unseen] = [0, rules.unseen ?? 0]
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const url = request.url ?? ''
    asked.push({ url, body })
    const answer = (json: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    if (request.method === 'POST' && url.startsWith('/v2/verify/'))
      return answer({ verificationId: 'job-1' }, 202)
    if (url === '/v2/verify/job-1')
      return answer(
        polls++ === 0
          ? { isJobCompleted: false }
          : (rules.sourcify ?? { isJobCompleted: true, contract: { match: 'exact_match' } }),
      )
    if (url.includes('action=verifysourcecode'))
      return unseen-- > 0
        ? answer({ status: '0', result: 'Unable to locate ContractCode at 0x' })
        : answer({ status: '1', result: 'guid-1' })
    return answer({ status: '1', result: rules.etherscan ?? 'Pass - Verified' })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('the chains that settings are recommended for', () => {
  test('have checksummed addresses, each with the page where it was read', () => {
    expect(Object.keys(chains).map(Number)).toEqual([
      1, 10, 100, 8453, 42161, 84532, 421614, 11155111, 11155420,
    ])
    for (const { uptimeFeed, usdc, court, isRollup } of Object.values(chains))
      for (const known of [uptimeFeed, usdc, court]) {
        if (known === undefined) continue
        expect(isAddress(known.address)).toBe(true)
        expect(getAddress(known.address)).toBe(known.address)
        expect(known.source).toMatch(/^https:\/\//)
        expect(isRollup || known !== uptimeFeed).toBe(true)
      }
  })
})

describe.skipIf(!anvilPath)(`a deployment${anvilPath ? '' : ' (skipped: there is no anvil)'}`, () => {
  test('where money is real needs contracts as arbiter and owner, or the word that keys are meant', async () => {
    const { run, client, registry } = await startOn(8453)
    const dry = await run({})
    expect(dry).toMatchObject({ code: 0, stdout: '' })
    expect(dry.stderr).toContain(`Warning: the arbiter ${arbiter} is a key and no Safe or court`)
    const refused = await run({ ESCROW_OWNER: operator }, '--send')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('say --allow-keys')
    expect(readFileSync(registry, 'utf8')).toBe('[]')
    await client.setCode({ address: arbiter, bytecode: '0x60006000f3' })
    const sent = await run({}, '--send')
    expect(sent).toMatchObject({ code: 0 })
    expect(sent.stderr).not.toContain('Warning: the arbiter')
    const [, address = '0x'] = /ESCROW_ADDRESS=(0x\w{40})/.exec(sent.stdout) ?? []
    const code = (await client.getCode({ address: address as `0x${string}` })) ?? '0x'
    const listed = JSON.parse(readFileSync(registry, 'utf8'))
    expect(listed).toEqual([
      {
        chainId: 8453,
        address,
        version: 3,
        codeHash: keccak256(code),
        transaction: expect.stringMatching(/^0x\w{64}$/),
      },
    ])
    expect(isAsListed({ chainId: 8453, address: address.toLowerCase() }, code, listed)).toBe(true)
    expect(isAsListed({ chainId: 8453, address }, '0x60', listed)).toBe(false)
    expect(isAsListed({ chainId: 1, address }, code, listed)).toBeNull()
    expect((await run({ ESCROW_REVIEW: '1', ESCROW_OWNER: operator }, '--send', '--allow-keys')).code).toBe(0)
    expect(JSON.parse(readFileSync(registry, 'utf8'))).toHaveLength(2)
  })

  test('is told only what the chain itself answers to', async () => {
    const { client, account } = await startAnvil({ chainId: 1 }).then(anvil => {
      onTestFinished(() => anvil.stop())
      return anvil
    })
    const deploy = async (abi: unknown, bytecode: `0x${string}`, args: unknown[]) => {
      const hash = await client.deployContract({ abi, bytecode, args, account: account(0) } as never)
      return (await client.waitForTransactionReceipt({ hash })).contractAddress as `0x${string}`
    }
    const source = 'https://example.org'
    const court = { address: await deploy(oneJudgeCourtAbi, oneJudgeCourtBytecode, []), source }
    const usdc = { address: await deploy(testTokenAbi, testTokenBytecode, ['Dollar', 'USDC', 6]), source }
    const other = { address: await deploy(testTokenAbi, testTokenBytecode, ['Dollar', 'USDX', 18]), source }
    const base = { ...chains[1], isRollup: true } as (typeof chains)[1] & object
    const good = (await readAdvice(client as never, 1, { ...base, court, usdc })).join('\n')
    expect(good).toContain(`  TOKENS=ETH@1=native,USDC@1=${usdc.address} (${source})`)
    expect(good).toContain(`  a court for CourtArbiterV2, by npm run deploy:court: ${court.address}`)
    expect(good).toContain(`  ESCROW_TOKENS=${usdc.address}, whose deposits are the cheaper for it`)
    expect(good).toContain('no uptime feed is known here')
    const bad = await readAdvice(client as never, 1, { ...base, court: other, usdc: other, uptimeFeed: usdc })
    expect(bad.join()).not.toContain('ESCROW_TOKENS')
    expect(bad.filter(line => line.startsWith('  not '))).toEqual([
      expect.stringContaining('it calls itself USDX, with 18 decimals'),
      expect.stringContaining('nothing there answers as an uptime feed'),
      expect.stringContaining('nothing there answers as a court'),
    ])
  })

  test('is verified by Sourcify and Etherscan with the input of the compiler, and no key is told', async () => {
    const { run } = await startOn(11155111)
    const { asked, url } = await startExplorers({ unseen: 0 })
    const explorers = { SOURCIFY_URL: url, ETHERSCAN_URL: `${url}/api`, ETHERSCAN_API_KEY: 'secret-key' }
    const nothing = await run(explorers, '--verify')
    expect(nothing.stderr).toContain('There is nothing to verify yet')
    expect(asked).toEqual([])
    const { code, stdout, stderr } = await run(explorers, '--send', '--verify')
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stderr).toContain('Sourcify verified it: exact_match.')
    expect(stderr).toContain('Etherscan verified it.')
    expect(stdout + stderr).not.toContain('secret-key')
    const [, address] = /ESCROW_ADDRESS=(0x\w{40})/.exec(stdout) ?? []
    const sourcify = asked.find(one => one.url === `/v2/verify/11155111/${address}`)
    expect(JSON.parse(sourcify?.body ?? '{}')).toMatchObject({
      contractIdentifier: 'src/v3/QuestEscrowV3.sol:QuestEscrowV3',
      creationTransactionHash: expect.stringMatching(/^0x/),
    })
    const etherscan = asked.find(one => one.url.includes('verifysourcecode'))
    expect(etherscan?.url).toMatch(/chainid=11155111/)
    const form = new URLSearchParams(etherscan?.body)
    expect(form.get('contractname')).toBe('src/v3/QuestEscrowV3.sol:QuestEscrowV3')
    expect(form.get('contractaddress')).toBe(address)
    expect(form.get('constructorArguments')).toContain(operator.slice(2).toLowerCase())
    expect(JSON.parse(form.get('sourceCode') ?? '{}').sources).toHaveProperty('src/v3/QuestEscrowV3.sol')
  })
})

describe('the verification', () => {
  const start = async (rules: Parameters<typeof startExplorers>[0], etherscanKey: string | null = 'key') => {
    const { url } = await startExplorers(rules)
    const folder = folderOf()
    for (const name of ['sourcify.json', 'standard-input.json']) writeFileSync(join(folder, name), '{}')
    const written = { folder, args: '00', contract: 'src/v3/QuestEscrowV3.sol:QuestEscrowV3' }
    const explorers = { sourcify: url, etherscan: `${url}/api`, etherscanKey, pauseMs: 1 }
    return verify({ chainId: 1, address: operator, written, ...explorers })
  }

  test('tells what each explorer says, and waits for one that does not see the contract yet', async () => {
    expect(await start({ unseen: 3 })).toEqual({
      ok: true,
      lines: ['Sourcify verified it: exact_match.', 'Etherscan verified it.'],
    })
    const sourcify = {
      isJobCompleted: true,
      contract: { match: null },
      error: { message: 'no\u001b[31m match' },
    }
    expect(await start({ sourcify, etherscan: 'Fail - Unable to verify' })).toEqual({
      ok: false,
      lines: [
        'Sourcify could not verify it: no [31m match',
        'Etherscan could not verify it: Fail - Unable to verify',
      ],
    })
    expect((await start({}, null)).lines[1]).toBe('Etherscan was not asked: ETHERSCAN_API_KEY is not set.')
  })

  test('says that an explorer which is not there could not be asked', async () => {
    const explorers = { sourcify: 'http://127.0.0.1:9', etherscan: 'http://127.0.0.1:9', etherscanKey: 'key' }
    const written = { folder: '/nowhere', args: '', contract: '' }
    const { ok, lines } = await verify({ chainId: 1, address: operator, written, ...explorers })
    expect({ ok, lines }).toEqual({
      ok: false,
      lines: Array(2).fill(expect.stringContaining('could not be asked')),
    })
  })
})
