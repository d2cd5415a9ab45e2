import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type RpcCall = {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * The fate of a call on its way: `down` is an error of the network, `lost` reaches the chain but no answer comes back,
 * `refused` is the node's own error, and `answered` is an invented result.
 */
export type Fate = 'pass' | 'down' | 'lost' | { readonly refused: string } | { readonly answered: unknown }

export type RpcProxy = {
  readonly url: string
  /** The chain behind it. */
  target: string
  /** Decides each call before it reaches the chain. */
  before: (call: RpcCall) => Fate | Promise<Fate>
  /** Runs when the chain has answered, before the caller hears of it. */
  after: (call: RpcCall) => void | Promise<void>
}

/** Stands between the service and a chain, so that a test can break the connection, or end the process, at any call. */
export async function startRpcProxy(target: string): Promise<RpcProxy> {
  const proxy = { url: '', target, before: () => 'pass', after: () => {} } as RpcProxy & { url: string }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const call = JSON.parse(String(body)) as RpcCall
    const fate = await proxy.before(call)
    if (fate === 'down') {
      response.destroy()
      return
    }
    if (typeof fate === 'object') {
      const { id } = call
      const told =
        'answered' in fate ? { result: fate.answered } : { error: { code: -32_000, message: fate.refused } }
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...told }))
      return
    }
    const answer = await fetch(proxy.target, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const text = await answer.text()
    await proxy.after(call)
    if (fate === 'lost') response.destroy()
    else response.setHeader('content-type', 'application/json').end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
