import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { blob, createFilesFolder } from '../../../test/files.ts'
import { startHarness } from '../../../test/harness.ts'
import { watchProcesses } from '../../../test/processes-started.ts'

/** An image that is no other. */
const image = () =>
  sharp(randomBytes(300), { raw: { width: 10, height: 10, channels: 3 } })
    .png()
    .toBuffer()

test('an image is written anew while those of another network wait for a slow one of theirs', async () => {
  const { baseUrl, user } = await startHarness({ env: { ...(await createFilesFolder()), TRUST_PROXY: '1' } })
  const { token } = user()
  // The first one is held up.
  const started = watchProcesses('reencode-process', ({ process }) => {
    if (started.length === 1) process.kill('SIGSTOP')
  })
  const done: string[] = []
  const upload = async (from: string) => {
    const body = new FormData()
    body.append('file', blob(await image(), 'image/png'), 'a.png')
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from }
    const { status } = await fetch(`${baseUrl}/files`, { method: 'POST', headers, body })
    done.push(from)
    return status
  }
  const first = upload('2001:db8:7:1::1')
  await expect.poll(() => started).toHaveLength(1)
  const second = upload('2001:db8:7:2::1')
  expect(await upload('198.51.100.1')).toBe(201)
  expect([done, started.length]).toEqual([['198.51.100.1'], 2])
  started[0]?.process.kill('SIGCONT')
  expect([await first, await second]).toEqual([201, 201])
})
