import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Internet } from '../src/ground/clients/guarded-fetch.ts'

/** A key and a certificate for gateway.test, made afresh; null where there is no openssl. */
const certificate = createCertificate()
export const hasOpenssl = certificate !== null

/** An https server that is `https://gateway.test:<port>` in an internet of its own. */
export async function startHttpsHost(
  listener: RequestListener,
): Promise<{ origin: string; internet: Internet; lookups: string[] }> {
  if (certificate === null) throw new Error('There is no openssl.')
  const server = createServer({ key: certificate.key, cert: certificate.cert }, listener).listen(
    0,
    '127.0.0.1',
  )
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const port = String((server.address() as AddressInfo).port)
  const lookups: string[] = []
  return {
    origin: `https://gateway.test:${port}`,
    lookups,
    internet: {
      async resolve(host) {
        lookups.push(host)
        return ['127.0.0.1']
      },
      isAllowed: () => true,
      ca: certificate.cert,
      port,
    },
  }
}

function createCertificate(): { key: string; cert: string } | null {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-test-'))
  try {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const name = ['-subj', '/CN=gateway.test', '-addext', 'subjectAltName=DNS:gateway.test']
    const files = ['-keyout', join(folder, 'key'), '-out', join(folder, 'cert')]
    execFileSync('openssl', ['req', '-x509', '-days', '2', ...curve, ...name, ...files], { stdio: 'ignore' })
    return {
      key: readFileSync(join(folder, 'key'), 'utf8'),
      cert: readFileSync(join(folder, 'cert'), 'utf8'),
    }
  } catch {
    return null
  } finally {
    rmSync(folder, { recursive: true })
  }
}
