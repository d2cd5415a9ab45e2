import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startHarness, takeSharedDatabase } from '../../../test/harness.ts'
import { startProcess } from '../../../test/processes.ts'
import { exchange } from '../../../test/raw-socket.ts'

const tries = 40
const large = JSON.stringify({ repo: 'farm/gate', more: 'x'.repeat(4 * 1_048_576) })
const tooLarge = { error: 'The body is too large.', code: 'body-too-large' }
const head = 'POST /api/verify HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'

describe('a body over the limit', () => {
  // From another process: within one, client and service take turns, and a reset is hardly ever seen.
  test.each([
    ['of a known length', () => large],
    ['in chunks', () => new Blob([large]).stream()],
  ])('is answered with 413 to fetch, each time: %s', async (_what, createBody) => {
    const { baseUrl, kill } = await startProcess(await takeSharedDatabase())
    onTestFinished(() => kill('SIGKILL').then(() => {}))
    for (let count = 0; count < tries; count++) {
      const response = await fetch(`${baseUrl}/verify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: createBody(),
        duplex: 'half',
      } as RequestInit)
      expect([response.status, await response.json()]).toEqual([413, tooLarge])
    }
  })

  test.each([
    ['of a known length', `${head}Content-Length: ${large.length}\r\n`, large],
    ['in chunks', `${head}Transfer-Encoding: chunked\r\n`, chunked(large)],
  ])('%s leaves the connection as it was', async (_what, start, body) => {
    const { baseUrl } = await startHarness()
    const next = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const answer = await exchange(baseUrl, `${start}\r\n${body}${next}`)
    expect(answer.status).toBe(413)
    expect(answer.head).not.toContain('connection: close')
    expect(answer.body).toContain('HTTP/1.1 200')
  })

  // Sent whole before anything is read, as clients in many languages do.
  test.each([
    ['HTTP/1.1', `${head}Connection: close\r\nContent-Length: ${large.length}\r\n`, large],
    ['HTTP/1.0', `${head.replace('1.1', '1.0')}Content-Length: ${large.length}\r\n`, large],
    ['chunks', `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n`, chunked(large)],
  ])('is read to its end before the connection is closed: %s', async (_what, start, body) => {
    const { baseUrl } = await startHarness()
    for (let count = 0; count < tries; count++)
      expect(await sendThenRead(baseUrl, `${start}\r\n${body}`)).toContain('HTTP/1.1 413')
  })

  test('may be refused for another reason, and is read all the same', async () => {
    const { baseUrl } = await startHarness()
    const start = `Host: a\r\nConnection: close\r\nContent-Length: ${large.length}\r\n\r\n${large}`
    for (const [line, status] of [
      ['POST /api/mail HTTP/1.1', 401],
      ['POST /nothing HTTP/1.1', 404],
      ['PUT /api/quests HTTP/1.1', 405],
    ] as const)
      expect(await sendThenRead(baseUrl, `${line}\r\n${start}`)).toContain(`HTTP/1.1 ${status}`)
  })

  test('does not hold the connection for longer than a few seconds', async () => {
    const { baseUrl, service } = await startHarness()
    const { hostname, port } = new URL(baseUrl)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {}).resume()
    socket.write(`${head}Connection: close\r\nContent-Length: 9999999999\r\n\r\nx`)
    await once(socket, 'end')
    const countOpen = promisify(service.app.server.getConnections.bind(service.app.server))
    expect(await countOpen()).toBe(1)
    await expect.poll(() => countOpen(), { timeout: 10_000 }).toBe(0)
  })

  test('is answered to urllib of Python', async context => {
    const { baseUrl } = await startHarness()
    const python = promisify(execFile)
    const missing = await python('python3', ['--version']).then(
      () => false,
      () => true,
    )
    context.skip(missing, 'there is no python3')
    const script = `
import sys, urllib.request, urllib.error
for _ in range(15):
    request = urllib.request.Request(sys.argv[1], b'x' * 4000000, {'content-type': 'application/json'})
    try:
        urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        print(error.code, error.read().decode())
`
    const { stdout } = await python('python3', ['-c', script, `${baseUrl}/verify`])
    expect(stdout.trim().split('\n')).toEqual(Array(15).fill(`413 ${JSON.stringify(tooLarge)}`))
  })
})

function chunked(body: string): string {
  const chunks = body.match(/[\s\S]{1,65536}/g) ?? []
  return `${chunks.map(chunk => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`
}

/** Writes everything, and only then reads an answer; fails where the connection was reset before. */
async function sendThenRead(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) }).pause()
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error))
  const written = new Promise<void>(resolve => socket.write(bytes, () => resolve()))
  await Promise.race([written, failed])
  let text = ''
  socket.on('data', chunk => {
    text += String(chunk)
  })
  socket.resume()
  await Promise.race([once(socket, 'end'), failed])
  failed.catch(() => {})
  socket.destroy()
  return text
}
