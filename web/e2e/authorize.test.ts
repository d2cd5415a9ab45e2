import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { createFurrow } from '../../sdk/src/index.ts'
import { startAgent } from '../../server/test/play-tools.ts'
import { audit, everySize, see, seePage, startWeb, type WebHarness } from './harness.ts'

/** A program on this computer, whose official client keeps all in memory, and waits where its person comes back. */
async function startProgram(web: WebHarness) {
  const came: URLSearchParams[] = []
  const server = createServer(({ url = '/' }, response) => {
    came.push(new URL(url, 'http://127.0.0.1').searchParams)
    response.setHeader('content-type', 'text/html').end('<h1>Back in the program</h1>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  // biome-ignore lint/suspicious/noExplicitAny: whatever the client wants kept
  const kept: Record<string, any> = {}
  const keep = (name: string) => (value: unknown) => {
    kept[name] = value
  }
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Plough', redirect_uris: [redirectUrl] },
    state: () => 'mine',
    clientInformation: () => kept.client,
    saveClientInformation: keep('client'),
    tokens: () => kept.tokens,
    saveTokens: keep('tokens'),
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => kept.verifier,
    discoveryState: () => kept.discovery,
    saveDiscoveryState: keep('discovery'),
    redirectToAuthorization: keep('page'),
  }
  const open = () =>
    new StreamableHTTPClientTransport(new URL('/mcp', web.baseUrl), { authProvider: provider })
  const first = open()
  const visitor = await startAgent(client => client.connect(first))
  await visitor.call('my_tasks').catch(() => null)
  const { pathname, search } = kept.page as URL
  return { path: pathname + search, came, kept, first, open, host: new URL(redirectUrl).host }
}

test.each(everySize)(
  'an MCP client is given a key on the terms that the wallet signs, on a %s',
  async size => {
    const web = await startWeb()
    const program = await startProgram(web)
    const { page, wallet } = await web.open(program.path, { size })
    await seePage(page, 'A program asks for an API key')
    await see(page.getByText('Nobody has checked it'))
    await see(page.getByText(program.host))
    await page.getByRole('main').getByRole('button', { name: 'Sign in with your wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Barn Wallet' }).click()
    const give = page.getByRole('button', { name: 'Sign and give the key' })
    await see(give)
    expect(await audit(page)).toEqual([])

    wallet.decline(true)
    await give.click()
    await see(page.getByText('You declined in your wallet. Nothing happened.'))
    wallet.decline(false)
    await page.getByLabel('For', { exact: true }).selectOption('7')
    await give.click()
    await see(page.getByRole('heading', { name: 'Back in the program' }))

    await program.first.finishAuth(program.came[0] as URLSearchParams)
    const agent = await startAgent(client => client.connect(program.open()))
    expect((await agent.call('my_tasks')).isError).toBe(false)
    const token: string = program.kept.tokens.access_token
    expect(await createFurrow({ baseUrl: web.baseUrl, token }).getMe()).toEqual({
      address: wallet.owner.account.address,
      scopes: ['read'],
      agent: true,
    })
    expect(program.kept.tokens.expires_in).toBe(7 * 86_400)
  },
)

test('who gives no key goes back with a refusal, and a page of a stranger cannot frame the question', async () => {
  const web = await startWeb()
  const program = await startProgram(web)
  const { page } = await web.open(program.path, { as: web.user() })
  await page.getByRole('button', { name: 'Give no key' }).click()
  await see(page.getByRole('heading', { name: 'Back in the program' }))
  expect(Object.fromEntries(program.came[0] as URLSearchParams)).toMatchObject({
    error: 'access_denied',
    state: 'mine',
  })
  const answer = await fetch(web.url(program.path), { headers: { accept: 'text/html' } })
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(answer.headers.get('x-frame-options')).toBe('DENY')

  await page.goto(web.url(program.path.replace('S256', 'plain')))
  await see(page.getByRole('alert').getByText('PKCE'))
  await page.goto(web.url('/authorize?client_id=a&redirect_uri=https://evil.example/'))
  await see(page.getByRole('alert').getByText('not registered here'))
})
