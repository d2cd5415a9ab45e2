import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

const answers: Readonly<Record<string, unknown>> = {
  '/api/v1/repos/farm/gate': { full_name: 'farm/gate', private: false, internal: false },
  '/api/v1/repos/farm/gate/issues/7': { title: 'T', body: '', labels: [] },
}

export type SlowCodeHost = {
  readonly env: Readonly<Record<string, string>>
  /** An issue that is answered at once, and one that is not before the end of the test. */
  readonly issues: { readonly quick: string; readonly slow: string }
  readonly asked: string[]
}

/** A code host in the form of Gitea, which delays the answers about the repository `farm/slow`. */
export async function startSlowCodeHost(): Promise<SlowCodeHost> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    asked.push(path)
    if (path.includes('/slow')) return
    const answer = answers[path]
    response
      .writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: { CODEHOST_KIND: 'gitea', CODEHOST_URL: url, CODEHOST_TOKEN: 't' },
    issues: { quick: `${url}/farm/gate/issues/7`, slow: `${url}/farm/slow/issues/1` },
    asked,
  }
}
