import { describe, expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'
import { release } from '../../../test/payments.ts'
import { day, minute } from '../../ground/clock.ts'

const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const chain = '0x2105'
const paid = { jsonrpc: '2.0', id: 1, result: { paymaster: entryPoint, paymasterData: '0xabcd' } }

async function startSponsored(more: Record<string, string> = {}) {
  const paymaster = await startJsonHost({ 'POST /pay': paid })
  const harness = await startHarness({
    env: {
      RPC_URLS: '8453=http://127.0.0.1:1',
      PAYMASTER_URL: `8453=${paymaster.url}/pay?key=secret`,
      PAYMASTER_CONTEXT: '{"sponsorshipPolicyId":"farm"}',
      ...more,
    },
  })
  const giver = await harness.user()
  await giver.furrow.quests.post(sampleQuest)

  /** As a wallet asks: from anywhere, with nothing but the ticket. */
  async function ask(method: string, params: readonly unknown[], id: unknown = 7) {
    const response = await fetch(`${harness.baseUrl}/paymaster`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://wallet.example' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
    return response.json() as Promise<any>
  }
  const operationOf = (sender: string) => ({ sender, nonce: '0x1', callData: '0x' })
  const gas = (sender: string, context: object, method = 'pm_getPaymasterData') =>
    ask(method, [operationOf(sender), entryPoint, chain, context])
  return { harness, paymaster, giver, ask, gas, operationOf }
}

describe('gas that the community pays', () => {
  test('a wallet that is known here has a ticket, and the paymaster sees its operation with the policy alone', async () => {
    const { paymaster, giver, gas, harness, operationOf } = await startSponsored()
    const ticket = await giver.furrow.account.gasTicket(8453)
    expect(ticket.url).toBe(`${harness.baseUrl}/paymaster`)
    expect(await gas(giver.address, ticket.context, 'pm_getPaymasterStubData')).toEqual({ ...paid, id: 7 })
    expect(await gas(giver.address.toLowerCase(), ticket.context)).toEqual({ ...paid, id: 7 })
    expect(paymaster.sent.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        method: 'pm_getPaymasterStubData',
        params: [operationOf(giver.address), entryPoint, chain, { sponsorshipPolicyId: 'farm' }],
      },
      { method: 'pm_getPaymasterData' },
    ])
    expect(JSON.stringify(paymaster.sent)).not.toContain(ticket.context.ticket)
    const config = await giver.furrow.config()
    expect(config.sponsoredGas).toEqual({ chainIds: [8453] })
    expect(JSON.stringify(config)).not.toContain('secret')
  })

  test('a day has a budget for each wallet and one for all, which estimates do not use up', async () => {
    const { giver, gas, harness } = await startSponsored({
      QUOTA_SPONSORED_A_DAY: '2',
      QUOTA_ALL_SPONSORED_A_DAY: '3',
    })
    const { context } = await giver.furrow.account.gasTicket(8453)
    for (let time = 0; time < 5; time++) await gas(giver.address, context, 'pm_getPaymasterStubData')
    // At once: the answers that are too many are kept back.
    const answers = await Promise.all([1, 2, 3, 4].map(() => gas(giver.address, context)))
    expect(answers.filter(({ result }) => result)).toHaveLength(2)
    expect(answers.find(({ error }) => error)).toMatchObject({
      error: { code: -32_000, message: expect.stringContaining('The gas of 2 of your transactions') },
    })
    await expect(giver.furrow.account.gasTicket(8453)).rejects.toMatchObject({
      status: 429,
      code: 'quota-exceeded',
    })
    const other = await harness.user()
    await other.furrow.quests.post(sampleQuest)
    const { context: others } = await other.furrow.account.gasTicket(8453)
    expect(await gas(other.address, others)).toHaveProperty('result')
    expect(await gas(other.address, others)).toMatchObject({
      error: { message: expect.stringContaining('This service has paid the gas of 3 transactions today') },
    })
    await expect(other.furrow.account.gasTicket(8453)).rejects.toMatchObject({
      status: 503,
      code: 'service-quota-exceeded',
    })
    harness.clock.advance(day)
    const { context: later } = await harness.user(giver).furrow.account.gasTicket(8453)
    expect(await gas(giver.address, later)).toHaveProperty('result')
  })

  test('an estimate that is final counts as the payment that it is', async () => {
    const { giver, gas, paymaster } = await startSponsored({ QUOTA_SPONSORED_A_DAY: '1' })
    paymaster.answers['POST /pay'] = { ...paid, result: { ...paid.result, isFinal: true } }
    const { context } = await giver.furrow.account.gasTicket(8453)
    expect(await gas(giver.address, context, 'pm_getPaymasterStubData')).toHaveProperty('result')
    expect(await gas(giver.address, context, 'pm_getPaymasterStubData')).toHaveProperty('error')
  })

  test('wallets that nobody knows, and chains where nobody pays, have no ticket', async () => {
    const { harness, giver } = await startSponsored()
    const stranger = await harness.user()
    await expect(stranger.furrow.account.gasTicket(8453)).rejects.toMatchObject({
      status: 403,
      code: 'gas-for-known',
    })
    await expect(giver.furrow.account.gasTicket(1)).rejects.toMatchObject({
      status: 404,
      code: 'gas-not-paid',
    })
    const without = await startHarness({})
    const user = await without.user()
    await expect(user.furrow.account.gasTicket(8453)).rejects.toMatchObject({ code: 'gas-not-paid' })
    expect((await user.furrow.config()).sponsoredGas).toBeUndefined()
  })

  test('where there is a code host, a proved account or paid work makes a wallet known, and a post does not', async () => {
    const { harness, giver } = await startSponsored((await startGithub()).env)
    const unknown = { status: 403, code: 'gas-for-known' }
    await expect(giver.furrow.account.gasTicket(8453)).rejects.toMatchObject(unknown)
    const alice = harness.user()
    await alice.furrow.profile.change({ codehostToken: people.alice })
    await alice.furrow.account.gasTicket(8453)
    const farmer = harness.user()
    await release(giver, farmer)
    for (const { furrow } of [giver, farmer]) await furrow.account.gasTicket(8453)
  })

  test('a wallet that is frozen has no ticket, and one that it has pays for nothing', async () => {
    const { harness, giver, gas, paymaster } = await startSponsored()
    const { context } = await giver.furrow.account.gasTicket(8453)
    await harness.user(harness.platform).furrow.moderation.act({
      action: 'freeze',
      kind: 'wallet',
      id: giver.address,
      reason: 'Spam.',
    })
    expect(await gas(giver.address, context)).toMatchObject({
      error: { message: expect.stringContaining('frozen') },
    })
    expect(paymaster.sent).toEqual([])
    const again = await harness.signIn(giver)
    await expect(again.furrow.account.gasTicket(8453)).rejects.toMatchObject({ code: 'wallet-frozen' })
  })

  test('a ticket is for one wallet, one chain and ten minutes, and no other token is one', async () => {
    const { harness, giver, ask, gas, operationOf, paymaster } = await startSponsored()
    const { context } = await giver.furrow.account.gasTicket(8453)
    const operation = operationOf(giver.address)
    const other = await harness.user()
    const refused = [
      await gas(other.address, context),
      await gas(giver.address, { ticket: giver.token }),
      await gas(giver.address, {}),
      await ask('pm_getPaymasterData', [operation, entryPoint, '0x1', context]),
      await ask('pm_getPaymasterData', [operation, 'entry', chain, context]),
      await ask('pm_getPaymasterData', []),
      await ask('pm_getPaymasterData', [null, null, null, null]),
      await ask('eth_sendRawTransaction', ['0x']),
    ]
    for (const answer of refused)
      expect(answer).toMatchObject({ jsonrpc: '2.0', id: 7, error: { message: expect.any(String) } })
    harness.clock.advance(11 * minute)
    expect(await gas(giver.address, context)).toMatchObject({
      error: { message: 'The token has expired; sign in again.' },
    })
    expect(paymaster.sent).toEqual([])
  })

  test('the paymaster refuses in its own words, and its silence is told without its address', async () => {
    const { giver, gas, paymaster } = await startSponsored()
    const { context } = await giver.furrow.account.gasTicket(8453)
    paymaster.answers['POST /pay'] = { jsonrpc: '2.0', id: 1, error: { code: -32_001, message: 'rejected' } }
    expect(await gas(giver.address, context)).toMatchObject({ error: { code: -32_001, message: 'rejected' } })
    for (const nonsense of [[], 'x', { result: 'x' }, { error: {} }, null]) {
      paymaster.answers['POST /pay'] = nonsense
      const answer = await gas(giver.address, context)
      expect(answer).toMatchObject({ error: { message: expect.stringContaining('gives no answer') } })
      expect(JSON.stringify(answer)).not.toContain('secret')
    }
    // Nothing was paid, so nothing counts.
    paymaster.answers['POST /pay'] = paid
    expect(await gas(giver.address, context)).toHaveProperty('result')
  })

  test.each([
    ['no other origin may ask', {}],
    ['some origins may', { CORS_ORIGINS: 'https://app.example.org' }],
  ])('a page of a wallet may ask, where %s', async (_where, env) => {
    const { harness, giver, gas } = await startSponsored(env)
    const { context } = await giver.furrow.account.gasTicket(8453)
    expect(await gas(giver.address, context)).toHaveProperty('result')
    const { status, headers } = await fetch(`${harness.baseUrl}/paymaster`, {
      method: 'OPTIONS',
      headers: { origin: 'https://wallet.example', 'access-control-request-method': 'POST' },
    })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(headers.get('access-control-allow-headers')).toBe('content-type')
  })
})
