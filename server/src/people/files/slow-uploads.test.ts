import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { blob, text } from '../../../test/files.ts'
import { type Harness, startHarness, type User } from '../../../test/harness.ts'

const head =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'
const [first, rest] = [`${head}slow`, ' text\r\n--x--\r\n']

/** A client that has sent the half of its file. */
async function begin(
  { baseUrl }: Harness,
  { token }: User,
  from = '192.0.2.1',
): Promise<Socket & { answer(): string }> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  let answer = ''
  socket.on('data', chunk => {
    answer += String(chunk)
  })
  await once(socket, 'connect')
  const length = Buffer.byteLength(first + rest)
  socket.write(
    `POST /api/files HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${length}\r\n` +
      `X-Forwarded-For: ${from}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\n\r\n${first}`,
  )
  return Object.assign(socket, { answer: () => answer })
}

test('a slow file has more time to arrive than another body', async () => {
  const harness = await startHarness()
  const { app } = harness.service
  Object.assign(app.server, { requestTimeout: 100 })
  const told = once(app.server, 'clientError')
  const socket = await begin(harness, harness.user())
  // The server says that its own time is over; the file's is not.
  await told
  socket.write(rest)
  await expect.poll(socket.answer, { timeout: 30_000 }).toMatch(/^HTTP\/1.1 201 /)
})

test('files that are on their way are bounded, and one that is given up makes room', async () => {
  const harness = await startHarness()
  const user = harness.user()
  const upload = () =>
    user.furrow.files.upload(blob(text, 'text/plain')).then(
      () => 201,
      ({ status }) => status as number,
    )
  const sockets = await Promise.all(Array.from({ length: 4 }, () => begin(harness, user)))
  await expect.poll(upload, { timeout: 30_000 }).toBe(429)
  for (const socket of sockets) socket.resetAndDestroy()
  await expect.poll(upload, { timeout: 30_000 }).toBe(201)
  expect((await user.furrow.files.list()).items).toHaveLength(1)
  expect(harness.logged()).not.toContain('"level":50')
})

/** The status of a file that comes from there at once. */
async function uploadFrom({ baseUrl }: Harness, { token }: User, from: string): Promise<number> {
  const body = new FormData()
  body.append('file', blob(text, 'text/plain'), 'a.txt')
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from }
  return (await fetch(`${baseUrl}/files`, { method: 'POST', headers, body })).status
}

test('slow files of four networks keep nobody out: the one with most of them gives way', async () => {
  const harness = await startHarness({ env: { TRUST_PROXY: '1' } })
  const [slow, honest] = [harness.user(), harness.user()]
  const crowd = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '2001:db8:7:1::1']
  const sockets = await Promise.all(
    crowd.flatMap(from => Array.from({ length: 4 }, () => begin(harness, slow, from))),
  )
  for (const from of crowd)
    await expect.poll(() => uploadFrom(harness, slow, from), { timeout: 30_000 }).toBe(429)
  expect(await uploadFrom(harness, honest, '198.51.100.1')).toBe(201)
  const answers = () => sockets.map(({ answer }) => answer().split('\r\n', 1)[0]).filter(Boolean)
  await expect.poll(answers).toEqual([expect.stringMatching(/^HTTP\/1.1 503 /)])
})

test('slow files of as many networks as there are places stay: whoever comes has no better right', async () => {
  const harness = await startHarness({ env: { TRUST_PROXY: '1' } })
  const user = harness.user()
  const sockets = await Promise.all(
    Array.from({ length: 16 }, (_, index) => begin(harness, user, `192.0.2.${index}`)),
  )
  await expect.poll(() => uploadFrom(harness, user, '198.51.100.1'), { timeout: 30_000 }).toBe(503)
  for (const socket of sockets) socket.write(rest)
  await expect
    .poll(() => sockets.filter(({ answer }) => answer().startsWith('HTTP/1.1 201 ')), { timeout: 30_000 })
    .toHaveLength(16)
})
