import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { blob, text } from '../../../test/files.ts'
import { type Harness, startHarness, type User } from '../../../test/harness.ts'

const head =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'
const [first, rest] = [`${head}slow`, ' text\r\n--x--\r\n']

/** A client that has sent the half of its file. */
async function begin({ baseUrl }: Harness, { token }: User): Promise<Socket & { answer(): string }> {
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
