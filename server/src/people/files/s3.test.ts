import type { FurrowError } from '@furrow/sdk'
import { expect, test } from 'vitest'
import { blob, text } from '../../../test/files.ts'
import { startHarness } from '../../../test/harness.ts'
import { startS3 } from '../../../test/s3.ts'
import { startTwins } from '../../../test/twins.ts'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import { hour, minute } from '../../ground/clock.ts'
import { auditFiles } from '../../operate/integrity/files.ts'
import { removeBytes } from './remove-bytes.ts'

const read = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

test('files in a bucket are the same from every process, and go from it', async () => {
  const bucket = await startS3()
  const [one, other] = await startTwins(bucket.env)
  const giver = one.user()
  const { id, url } = await giver.furrow.files.upload(blob(text, 'text/plain'))
  expect([...bucket.objects.keys()]).toEqual([expect.stringMatching(/^\/bucket\/(..)\/\1[0-9a-f]{62}$/)])
  expect(await read(new URL(url, other.baseUrl).href)).toEqual(text)
  expect(await auditFiles(other.context.db, fileStoreOf(other.config))).toEqual([])

  await other.user(giver).furrow.files.delete(id)
  one.clock.advance(hour)
  await removeBytes.round(other.context)
  expect(bucket.objects.size).toBe(0)
  expect((await fetch(new URL(url, one.baseUrl))).status).toBe(404)
})

test('where the bucket is in trouble, it is 503, nothing is half there, and it goes on afterwards', async () => {
  const bucket = await startS3()
  const harness = await startHarness({ env: bucket.env })
  const giver = harness.user()
  const upload = (content: Buffer) =>
    giver.furrow.files.upload(blob(content, 'text/plain')).catch((error: FurrowError) => error.status)
  const kept = await giver.furrow.files.upload(blob(text, 'text/plain'))
  bucket.setTrouble(500)
  expect(await upload(Buffer.from('other'))).toBe(503)
  const answer = await fetch(new URL(kept.url, harness.baseUrl))
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBeNull()
  expect((await giver.furrow.files.list()).items).toEqual([kept])
  expect(await auditFiles(harness.context.db, fileStoreOf(harness.config))).toMatchObject([{ kind: 'files' }])
  bucket.setTrouble(403)
  expect(await upload(Buffer.from('other'))).toBe(503)
  expect(harness.logged()).not.toContain(bucket.env.FILES_S3_KEY_SECRET)

  // Removals that were due meanwhile go when the bucket is back, and hold up nothing for long.
  harness.clock.advance(hour)
  await expect(removeBytes.round(harness.context)).rejects.toThrow('Files cannot be reached')
  bucket.setTrouble(null)
  expect(await removeBytes.round(harness.context)).toBe(0)
  harness.clock.advance(10 * minute)
  expect(await removeBytes.round(harness.context)).toBe(1)
  expect(await harness.context.db.selectFrom('file_removals').selectAll().execute()).toEqual([])
  expect(await upload(Buffer.from('other'))).toMatchObject({ bytes: 5 })
  expect(bucket.objects.size).toBe(2)
})
