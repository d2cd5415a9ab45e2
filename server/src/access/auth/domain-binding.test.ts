import { describe, expect, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { type Fields, prepareSignIn } from '../../../test/sign-in.ts'

const attempts: [string, Partial<Fields>, number][] = [
  ['its own domain', {}, 200],
  ['its own domain in capitals', { domain: 'APP.EXAMPLE.ORG' }, 200],
  ['another domain of its own, with a port', { domain: 'localhost:3000', uri: 'http://localhost:3000' }, 200],
  ['a stranger', { domain: 'evil.example', uri: 'https://evil.example' }, 401],
  ['a stranger behind a userinfo', { domain: 'app.example.org@evil.example' }, 401],
  ['itself behind a userinfo', { domain: 'evil.example@app.example.org' }, 401],
  ['a domain below its own', { domain: 'evil.app.example.org' }, 401],
  ['a domain that ends alike', { domain: 'evilapp.example.org' }, 401],
  ['a domain that begins alike', { domain: 'app.example.org.evil.example' }, 401],
  ['its own domain on another port', { domain: 'app.example.org:8443' }, 401],
  ['the URI of a stranger', { uri: 'https://evil.example/login' }, 401],
  ['the URI of a stranger behind a userinfo', { uri: 'https://app.example.org@evil.example/login' }, 401],
  ['its own URI on another port', { uri: 'https://app.example.org:8443/login' }, 401],
  ['its own domain with the URI’s scheme', { domain: 'https://app.example.org' }, 200],
  ['its own domain with another scheme', { domain: 'http://app.example.org' }, 401],
  ['its own URI over another scheme', { uri: 'ws://app.example.org/login' }, 401],
  ['a URI without a host', { uri: 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK' }, 401],
]

describe('POST /auth/verify with SIWE_DOMAINS', () => {
  test.each(attempts)('%s: %j is answered with %i', async (_whose, fields, status) => {
    const harness = await startHarness({ env: { SIWE_DOMAINS: 'app.example.org, localhost:3000' } })
    const body = await prepareSignIn(harness, fields)
    expect(await harness.send('POST', '/auth/verify', { body })).toMatchObject({ status })
  })

  test('does not believe the Host header', async () => {
    const harness = await startHarness({ env: { SIWE_DOMAINS: 'app.example.org' } })
    const body = await prepareSignIn(harness, { domain: 'evil.example', uri: 'https://evil.example' })
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    }
    expect(await harness.send('POST', '/auth/verify', { body, headers })).toMatchObject({ status: 401 })
  })
})

describe('POST /auth/verify without SIWE_DOMAINS, in development', () => {
  test('takes any domain', async () => {
    const harness = await startHarness()
    const body = await prepareSignIn(harness, { domain: 'localhost:5173', uri: 'http://localhost:5173' })
    expect(await harness.send('POST', '/auth/verify', { body })).toMatchObject({ status: 200 })
  })
})
