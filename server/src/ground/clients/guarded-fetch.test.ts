import { describe, expect, test } from 'vitest'
import { hasOpenssl, startHttpsHost } from '../../../test/https-host.ts'
import { isPublicAddress } from '../public-address.ts'
import { guardedFetch, type Internet, RefusedUrlError } from './guarded-fetch.ts'

const why = hasOpenssl ? '' : ' (skipped: there is no openssl to make a certificate with)'
const never = new AbortController().signal

test.each([
  '8.8.8.8',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.0',
  '100.128.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
])('%s is on the public internet', address => expect(isPublicAddress(address)).toBe(true))

test.each([
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
  ...['172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
  ...['100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1'],
  ...['fe80::1%eth0', 'fec0::1', 'ff02::1', '5f00::1', '2606:4700::1%eth0', 'localhost', '', '1.2.3'],
])('%s is not', address => expect(isPublicAddress(address)).toBe(false))

test.each([
  'http://93.184.216.34/',
  'ftp://93.184.216.34/',
  'https://user@93.184.216.34/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f000001/',
  'https://017700000001/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://localhost/',
  'https://localhost./',
  'https://intranet/',
  'https://1.1.1.1:8443/',
  'https://1.1.1.1:22/',
  'https://:password@1.1.1.1/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  '/relative',
  '',
])('%s is not fetched', async url => {
  await expect(guardedFetch({ url, signal: never })).rejects.toBeInstanceOf(RefusedUrlError)
})

test('a host is not fetched from where one of its addresses is not public', async () => {
  const internet: Internet = {
    resolve: async () => ['93.184.216.34', '10.0.0.1'],
    isAllowed: isPublicAddress,
  }
  const request = { url: 'https://gateway.test/', signal: never }
  await expect(guardedFetch(request, internet)).rejects.toBeInstanceOf(RefusedUrlError)
})

describe.skipIf(!hasOpenssl)(`guardedFetch${why}`, () => {
  test('asks the address that was checked, and looks it up once', async () => {
    const host = await startHttpsHost(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      response.end(`${request.method} ${request.headers.host} ${Buffer.concat(chunks)}`)
    })
    const ask = (json?: string) =>
      guardedFetch(
        { url: `${host.origin}/x`, signal: never, ...(json !== undefined && { json }) },
        host.internet,
      )
    const name = host.origin.slice('https://'.length)
    expect(await ask()).toEqual({ status: 200, body: `GET ${name} ` })
    expect(await ask('{}')).toEqual({ status: 200, body: `POST ${name} {}` })
    expect(host.lookups).toEqual(['gateway.test', 'gateway.test'])
  })

  test('follows no redirect', async () => {
    const paths: unknown[] = []
    const { origin, internet } = await startHttpsHost((request, response) => {
      paths.push(request.url)
      response.writeHead(302, { location: `${origin}/elsewhere` }).end()
    })
    expect((await guardedFetch({ url: `${origin}/x`, signal: never }, internet)).status).toBe(302)
    expect(paths).toEqual(['/x'])
  })

  test('takes 64 KB, and not a byte more', async () => {
    const { origin, internet } = await startHttpsHost((request, response) => {
      response.end('x'.repeat(Number(request.url?.slice(1))))
    })
    const ask = (bytes: number) => guardedFetch({ url: `${origin}/${bytes}`, signal: never }, internet)
    expect((await ask(65_536)).body).toHaveLength(65_536)
    await expect(ask(65_537)).rejects.toBeInstanceOf(RefusedUrlError)
    await expect(ask(10_000_000)).rejects.toBeInstanceOf(RefusedUrlError)
  })

  test('gives up on a host that sends its answer byte by byte', async () => {
    const { origin, internet } = await startHttpsHost((_request, response) => {
      const drip = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(drip))
    })
    await expect(guardedFetch({ url: origin, signal: never }, internet)).rejects.toThrow()
  })

  test('has an answer of a host that changes to another protocol, too', async () => {
    const { origin, internet } = await startHttpsHost(({ socket }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: hold\r\n\r\n')
    })
    const asked = { url: origin, signal: never }
    expect(await guardedFetch(asked, internet)).toEqual({ status: 101, body: '' })
    expect(await guardedFetch({ ...asked, json: '{}', statusOnly: true }, internet)).toMatchObject({
      status: 101,
    })
  })

  test('trusts no certificate of its own making', async () => {
    const { origin, internet } = await startHttpsHost((_request, response) => response.end())
    const { ca: _, ...strict } = internet
    await expect(guardedFetch({ url: origin, signal: never }, strict)).rejects.toThrow('certificate')
  })
})
