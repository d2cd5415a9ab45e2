import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { FurrowError } from '@furrow/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { blob, createFilesEnv, namesIn, png, text } from '../../../test/files.ts'
import { startHarness } from '../../../test/harness.ts'

const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

/** Speaks as clamd does, and keeps what it was sent; `setAnswer` has it say something else, or nothing. */
async function startScanner() {
  const scanned: Buffer[] = []
  let other: string | null | undefined
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    let bytes = Buffer.alloc(0)
    const say = (words: string) => {
      const said = other === undefined ? words : other
      if (said !== null) socket.end(`${said}\0`)
    }
    socket
      .on('error', () => {})
      .on('data', chunk => {
        bytes = Buffer.concat([bytes, chunk])
        if (bytes.equals(Buffer.from('zPING\0'))) return say('PONG')
        const file = readStream(bytes)
        if (file === null) return
        scanned.push(file)
        say(file.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK')
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  onTestFinished(stop)
  return {
    env: { FILES_SCAN: `clamd://127.0.0.1:${(server.address() as AddressInfo).port}` },
    scanned,
    stop,
    setAnswer(words: string | null) {
      other = words
    },
  }
}

/** The file of a whole INSTREAM; null while some of it is on its way. */
function readStream(bytes: Buffer): Buffer | null {
  const head = Buffer.from('zINSTREAM\0')
  if (!bytes.subarray(0, head.length).equals(head)) return null
  const chunks: Buffer[] = []
  for (let at = head.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

test('an upload is scanned before it is kept: what is infected is refused, and so is all while nobody can say', async () => {
  const scanner = await startScanner()
  const files = await createFilesEnv()
  const harness = await startHarness({ env: { ...files, ...scanner.env } })
  const { furrow } = harness.user()
  const upload = (bytes: Buffer, type = 'text/plain') =>
    furrow.files.upload(blob(bytes, type)).catch((error: FurrowError) => error)
  const stateOfFiles = async () => {
    const { findings } = await harness.user(harness.platform).furrow.doctor()
    return findings.filter(({ about }) => about === "People's files").map(({ state }) => state)
  }

  const refused = await upload(Buffer.from(eicar))
  expect(refused).toBeInstanceOf(FurrowError)
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('(Eicar-Test-Signature)') })
  expect(await namesIn(files.DATA_DIR)).toEqual([])

  const large = Buffer.alloc(200_000, 'a')
  for (const [bytes, type] of [[text], [large], [png, 'image/png']] as const)
    expect(await upload(bytes, type)).toHaveProperty('id')
  expect(scanner.scanned.slice(1)).toEqual([text, large, png])
  expect(await stateOfFiles()).toEqual(['fine', 'fine'])

  const away = { status: 503, message: expect.stringContaining('cannot be scanned') }
  scanner.setAnswer('INSTREAM size limit exceeded. ERROR')
  expect(await upload(Buffer.from('one'))).toMatchObject(away)
  scanner.setAnswer(null)
  expect(await upload(Buffer.from('one'))).toMatchObject(away)
  scanner.stop()
  const form = new FormData()
  form.set('file', blob(Buffer.from('one'), 'text/plain'), 'one.txt')
  const answer = await fetch(`${harness.baseUrl}/files`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${harness.user().token}` },
  })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
  harness.clock.advance(60_000)
  expect(await stateOfFiles()).toEqual(['fine', 'wrong'])
  expect(await namesIn(files.DATA_DIR)).toHaveLength(3)
})

test('an infected file counts for the day as one that is kept does', async () => {
  const scanner = await startScanner()
  const files = await createFilesEnv()
  const harness = await startHarness({ env: { ...files, ...scanner.env, QUOTA_FILES_A_DAY: '2' } })
  const { furrow } = harness.user()
  const upload = () =>
    furrow.files.upload(blob(Buffer.from(eicar), 'text/plain')).catch(({ status }: FurrowError) => status)
  expect([await upload(), await upload(), await upload()]).toEqual([400, 400, 429])
})
