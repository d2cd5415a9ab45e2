import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../../config/files.ts'
import { UnavailableError } from '../../errors.ts'
import type { FileStore } from './store.ts'

type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE'

const attempts = 2
/** Milliseconds until the store begins to answer. */
const patience = 10_000
const ofNothing = createHash('sha256').digest('hex')

/** One object for each hash in a bucket; every request can be repeated. */
export function createS3({ url, region, keyId, keySecret }: S3Config): FileStore {
  const signer = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: keySecret,
    service: 's3',
    region,
    retries: 0,
  })

  async function askOnce(method: Method, hash: string, bytes?: Buffer): Promise<Response> {
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(), patience)
    try {
      const request = await signer.sign(`${url}/${hash.slice(0, 2)}/${hash}`, {
        method,
        redirect: 'manual',
        signal: end.signal,
        headers: { 'x-amz-content-sha256': bytes === undefined ? ofNothing : hash },
        ...(bytes !== undefined && { body: bytes as Uint8Array<ArrayBuffer> }),
      })
      return await fetch(request)
    } finally {
      clearTimeout(timer)
    }
  }

  /** @throws UnavailableError if the store does not answer, or with none of the expected statuses. */
  async function ask(
    method: Method,
    hash: string,
    expected: readonly number[],
    bytes?: Buffer,
  ): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const answer = await askOnce(method, hash, bytes).catch((error: Error) => error)
      if (answer instanceof Response) {
        if (expected.includes(answer.status)) return answer
        await answer.body?.cancel()
      }
      const busy = answer instanceof Error || answer.status >= 500 || answer.status === 429
      if (attempt < attempts && busy) {
        await sleep(100)
        continue
      }
      const cause = answer instanceof Error ? answer : new StoreError(`${method}: ${answer.status}`)
      throw new UnavailableError('Files cannot be reached right now; try again in a moment.', { cause })
    }
  }

  return {
    folder: null,
    async put(hash, bytes) {
      await drop(await ask('PUT', hash, [200, 201, 204], bytes))
    },
    async open(hash) {
      const answer = await ask('GET', hash, [200, 404])
      if (answer.status === 200 && answer.body !== null)
        return Readable.fromWeb(answer.body as ReadableStream<Uint8Array>)
      await drop(answer)
      return null
    },
    async sizeOf(hash) {
      const answer = await ask('HEAD', hash, [200, 404])
      return answer.status === 200 ? Number(answer.headers.get('content-length')) : null
    },
    async remove(hash) {
      await drop(await ask('DELETE', hash, [200, 204, 404]))
    },
  }
}

/** The store's status, for the log: its own words may hold the key's id. */
class StoreError extends Error {
  override readonly name = 'StoreError'
  get shortMessage(): string {
    return this.message
  }
}

async function drop(answer: Response): Promise<void> {
  await answer.body?.cancel()
}
