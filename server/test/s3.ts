import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

const [keyId, keySecret, region] = ['AKIDEXAMPLE', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', 'eu-test-1']

/**
 * A bucket that speaks as much S3 as files need. It computes each request's signature itself, from the published description
 * of Signature Version 4, and takes only matching ones, and bytes only with the signed checksum.
 */
export async function startS3() {
  const objects = new Map<string, Buffer>()
  const asked: string[] = []
  /** The answer to every request while the bucket is in trouble. */
  let trouble: number | 'silent' | null = null
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const { method = '', url = '' } = request
    asked.push(`${method} ${url}`)
    if (trouble === 'silent') return
    const answer = trouble ?? answerTo(request, method, url, bytes)
    if (typeof answer === 'number') response.writeHead(answer).end()
    else response.writeHead(200, { 'content-length': answer.length }).end(method === 'HEAD' ? '' : answer)
  })

  function answerTo(request: IncomingMessage, method: string, url: string, bytes: Buffer): number | Buffer {
    if (!isSigned(request, method, url, bytes)) return 403
    const known = objects.get(url)
    if (method === 'PUT') objects.set(url, bytes)
    if (method === 'DELETE') objects.delete(url)
    if (method === 'PUT' || method === 'DELETE') return method === 'PUT' ? 200 : 204
    return known ?? 404
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    objects,
    asked,
    env: {
      FILES_S3_URL: `http://127.0.0.1:${port}/bucket`,
      FILES_S3_REGION: region,
      FILES_S3_KEY_ID: keyId,
      FILES_S3_KEY_SECRET: keySecret,
    },
    setTrouble(next: typeof trouble) {
      trouble = next
    },
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function isSigned({ headers }: IncomingMessage, method: string, url: string, bytes: Buffer): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/
  const [, key, day = '', place = '', names = '', signature] = form.exec(headers.authorization ?? '') ?? []
  const [at, sum] = [String(headers['x-amz-date']), String(headers['x-amz-content-sha256'])]
  const signed = names.split(';')
  const isRecent = Math.abs(
    Date.parse(at.replace(/(....)(..)(..T..)(..)(..)/, '$1-$2-$3:$4:$5')) - Date.now(),
  )
  if (key !== keyId || place !== region || !at.startsWith(day) || !(isRecent < 15 * 60_000)) return false
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every(name => signed.includes(name))) return false
  if (sum !== sha256(bytes)) return false
  const [path = '', query = ''] = url.split('?', 2)
  const canonical = [
    method,
    path,
    query,
    ...signed.map(name => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sum,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  let derived: string | Buffer = `AWS4${keySecret}`
  for (const part of [day, region, 's3', 'aws4_request']) derived = hmac(derived, part)
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  return hmac(derived, text).toString('hex') === signature
}
