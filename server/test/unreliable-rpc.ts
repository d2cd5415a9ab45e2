import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type UnreliableRpc = {
  readonly url: string
  /** The methods that were asked, in order. */
  readonly asked: string[]
  /** The chain behind it; another one after a restart. */
  target: string
  /** Requests wait for it before they are passed on. */
  held: Promise<void> | undefined
  /** The fate of each request, until it is set again. */
  mode: 'pass' | 'hang' | 'fail' | 'limit' | 'empty' | 'html' | 'pruned'
}

/** Stands between the service and its chain, and counts the service's questions. */
export async function startUnreliableRpc(target: string): Promise<UnreliableRpc> {
  const proxy: UnreliableRpc = { url: '', asked: [], target, held: undefined, mode: 'pass' }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    proxy.asked.push((JSON.parse(body) as { method: string }).method)
    if (proxy.mode === 'hang') return
    await proxy.held
    const [status, answer] = await answerTo(proxy, body).catch(() => [502, 'nobody is there'] as const)
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(proxy, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

async function answerTo({ mode, target }: UnreliableRpc, body: string): Promise<readonly [number, string]> {
  if (mode === 'fail') return [503, 'busy']
  if (mode === 'empty') return [200, '']
  if (mode === 'html') return [200, '<html>Sign in to the hotel</html>']
  if (mode === 'limit')
    return [200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"daily request count exceeded"}}']
  // A node that keeps no archive.
  if (mode === 'pruned' && /"eth_(getCode|call)".*"0x[0-9a-f]{1,16}"\]/.test(body))
    return [200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"missing trie node"}}']
  const answer = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return [answer.status, await answer.text()]
}
