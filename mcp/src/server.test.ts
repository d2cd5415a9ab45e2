import { createFurrow } from '@furrow/sdk'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Harness, sampleQuest, startHarness, type User } from '../../server/test/harness.ts'

/** An agent beside the service: the real command, spoken to over its standard streams. */
async function startAgent({ baseUrl }: Harness, key: string) {
  const client = new Client({ name: 'a test', version: '1' })
  onTestFinished(() => client.close())
  const main = new URL('main.ts', import.meta.url).pathname
  const env = { ...process.env, FURROW_URL: baseUrl, FURROW_KEY: key } as Record<string, string>
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [main], env }))
  return async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args })
    const [part] = content as { type: string; text: string }[]
    return { isError, text: part?.text ?? '', value: isError ? null : JSON.parse(part?.text ?? 'null') }
  }
}

async function makeKey({ furrow, account }: User, scopes: ('read' | 'take' | 'talk')[]): Promise<string> {
  const signer = {
    account,
    signMessage: ({ message }: { message: string }) => account.signMessage({ message }),
  }
  const { key } = await furrow.keys.make(signer, { name: 'agent', scopes, days: 7 })
  return key
}

describe('npm run mcp', () => {
  test('lets an agent find a quest, take it and hand it in under the wallet of its owner', async () => {
    const harness = await startHarness()
    const [giver, farmer] = [harness.user(), harness.user()]
    const posted = await giver.furrow.quests.post(sampleQuest)
    const { id } = posted
    const call = await startAgent(harness, await makeKey(farmer, ['read', 'take', 'talk']))

    const found = await call('find_quests', { q: 'gate' })
    expect(found.value).toMatchObject({ quests: [{ id, places: 1, taken: 0 }], next: null })
    expect(found.value).toMatchObject({ quests: [{ updatedAt: posted.updatedAt }] })
    await call('comment', { id, body: 'I am on it.' })
    harness.clock.advance(1_000)
    const edited = await giver.furrow.quests.edit(id, { rewardAmount: 1 }, posted.updatedAt)
    const { updatedAt } = edited
    const changed = await call('take_quest', { id, updatedAt: posted.updatedAt })
    expect(changed).toMatchObject({ isError: true, text: expect.stringMatching(/^409: .*reward was/) })
    await call('take_quest', { id, updatedAt })
    expect((await call('my_tasks')).isError).toBe(false)
    await call('hand_in', { id, url: 'https://example.org/work', note: 'done' })
    const { value } = await call('get_quest', { id })
    expect(value).toMatchObject({
      farmers: [{ address: farmer.account.address, submission: { note: 'done' } }],
      comments: [{ body: 'I am on it.' }],
    })
    // The service's own words reach it.
    const again = await call('take_quest', { id, updatedAt })
    expect(again).toMatchObject({ isError: true, text: expect.stringMatching(/^400: /) })
  })

  test('can do no more than its key', async () => {
    const harness = await startHarness()
    const { id, updatedAt } = await harness.user().furrow.quests.post(sampleQuest)
    const call = await startAgent(harness, await makeKey(harness.user(), ['read']))
    expect(await call('take_quest', { id, updatedAt })).toMatchObject({
      isError: true,
      text: expect.stringContaining('403: This API key cannot do this'),
    })
    const { farmers } = await createFurrow({ baseUrl: harness.baseUrl }).quests.get(id)
    expect(farmers).toEqual([])
  })
})
