import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Anvil } from '@furrow/contracts/testing'
import { hashTypedData } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { voteTypedData } from '../../../../sdk/src/sign-votes.ts'
import { hasChain } from '../../../test/chain.ts'
import { createWallet, type Harness } from '../../../test/harness.ts'
import { runProcess } from '../../../test/processes.ts'
import { changeOwners, deploySafe, deploySafes } from '../../../test/safe.ts'
import { startWalletChains, type WalletChain } from '../../../test/wallet-sign-in.ts'
import { hour, instant, minute } from '../../ground/clock.ts'

const draft = { title: 'A shed', description: 'For the tools.', category: 'building' }

/** Dates the chain's next block a minute after everything that the service has seen. */
async function goOn({ client }: Anvil, clock: Harness['clock']): Promise<void> {
  const { timestamp } = await client.getBlock()
  const next = Math.max(Number(timestamp) * 1_000, clock.now()) + minute
  await client.setNextBlockTimestamp({ timestamp: BigInt(Math.ceil(next / 1_000)) })
  await client.mine({ blocks: 1 })
  clock.advance(next + minute - clock.now())
}

/** A finished vote with a Safe's vote; its export, and a runner of `npm run tally`. */
async function startEnded() {
  const harness = await startWalletChains([8453])
  const { anvil, deploy, rpc } = harness.chains[0] as WalletChain
  const { clock, genesis, prepare, runDue, send, user, verify } = harness
  const owner = createWallet()
  const safe = (await deploySafes(deploy))(owner, 8453)
  await deploySafe(anvil, safe)
  await goOn(anvil, clock)
  const { token } = (await verify(await prepare(safe.address, safe.sign))).body
  const creator = user(genesis).furrow.communityDao
  await creator.change({ members: [{ address: safe.address, title: '' }] })
  const { id } = await creator.propose({ ...draft, endsAt: instant(clock.now() + hour), quorum: 0 })
  const details = await creator.proposal(id)
  const data = voteTypedData(details, { voter: safe.address, choice: 'Yes', number: 1 })
  const signature = await safe.signHash(hashTypedData(data as never))
  const body = { proposalId: id, choice: 'Yes', number: 1, signature }
  expect((await send('POST', '/community-dao/votes', { token, body })).status).toBe(200)
  clock.advance(hour)
  while ((await runDue()) > 0);

  const url = `${harness.baseUrl}/community-dao/votes/export?proposal=${id}`
  const text = await (await fetch(url)).text()
  const key = /"receiptKey":"([0-9a-f]{64})"/.exec(text)?.[1] ?? ''
  const tally = async (source: string, ...given: string[]) => {
    const { code, output } = await runProcess({}, 'cli/tally.ts', [source, ...given, '--json'])
    return { code, ...JSON.parse(output) }
  }
  return { anvil, clock, key, owner, rpc, safe, signature, tally, text, url }
}

async function write(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-tally-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'votes.ndjson'), text)
  return join(folder, 'votes.ndjson')
}

describe.skipIf(!hasChain)('npm run tally, of a smart wallet’s vote', () => {
  test('asks its chain with --rpc, and knows the service by --key', async () => {
    const { key, rpc, signature, tally, text, url } = await startEnded()
    const chain = `8453=${rpc.url}`
    expect(await tally(url)).toMatchObject({
      code: 2,
      asked: 1,
      proved: 0,
      unchecked: [expect.stringContaining('--rpc'), expect.stringContaining('--key')],
    })
    const whole = { code: 0, asked: 0, proved: 1, problems: [], unchecked: [] }
    expect(await tally(url, '--rpc', chain, '--key', key.toUpperCase())).toMatchObject(whole)
    // No node was asked for a chain that is not named.
    expect(await tally(url, '--rpc', `10=${rpc.url}`, '--key', key)).toMatchObject({ code: 2, asked: 1 })
    expect(await tally(url, '--rpc', chain, '--key', key.replace(/^./, 'x'))).toMatchObject({
      code: 1,
      problems: [expect.stringContaining('another key than the one given')],
    })
    const forged = await write(text.replaceAll(signature, signature.replace(/^0x\w{8}/, '0x01234567')))
    const { code, problems } = await tally(forged, '--rpc', chain, '--key', key)
    expect(code).toBe(1)
    expect(problems).toContainEqual(expect.stringContaining('chain 8453 does not take its signature'))
  })

  test('asks about its owners of then, where they have changed since', async () => {
    const { anvil, clock, key, owner, rpc, safe, signature, tally, text, url } = await startEnded()
    await goOn(anvil, clock)
    await changeOwners(anvil, safe, owner, 'swap', createWallet())
    const using = ['--rpc', `8453=${rpc.url}`, '--key', key]
    expect(await tally(url, ...using)).toMatchObject({ code: 0, asked: 0, proved: 1, problems: [] })
    const forged = await write(text.replaceAll(signature, signature.replace(/^0x\w{8}/, '0x01234567')))
    expect((await tally(forged, ...using)).problems).toContainEqual(
      expect.stringContaining('chain 8453 does not take its signature'),
    )
  })

  test('says nothing where the node has not the state of then', async () => {
    const { anvil, clock, key, owner, rpc, safe, tally, url } = await startEnded()
    await goOn(anvil, clock)
    await changeOwners(anvil, safe, owner, 'swap', createWallet())
    rpc.mode = 'pruned'
    expect(await tally(url, '--rpc', `8453=${rpc.url}`, '--key', key)).toMatchObject({
      code: 2,
      asked: 1,
      problems: [],
      unchecked: [expect.stringContaining('do not tell')],
    })
  })
})
