import { expect, test } from 'vitest'
import { startGithub } from '../../test/github.ts'
import { sampleQuest, startHarness } from '../../test/harness.ts'
import { startMailSink } from '../../test/mail-sink.ts'
import { placesIn, type SampleRequest, sampleRequests, urlOf } from '../../test/requests.ts'

/** Percent-encoded: characters that a database cannot carry, invalid UTF-8, and paths that lead elsewhere. */
const worstInPaths = [
  '%00',
  'a%00',
  '%ed%a0%80',
  '%ff',
  '%',
  '%zz',
  '%2e%2e%2f',
  '%F0%9F',
  "'--",
  '%E2%80%AE',
  '0'.repeat(150),
]

/** Values that a database cannot carry, or takes for its own, and values of a wrong type or size. */
const worst: readonly unknown[] = [
  ...['', 'a', '\0', 'a\ud800', '\u202e\u0301', "' or 1=1 --", '%', '_\\', '{', '[]', '__proto__', '../..'],
  ...[
    'NaN',
    '-1',
    '1e400',
    '9'.repeat(40),
    '-0',
    '0x10',
    '9223372036854775808',
    '0001-01-01',
    '275760-09-14',
  ],
  ...['2026-02-30T25:61:61Z', `0x${'0'.repeat(40)}`, `0x${'g'.repeat(40)}`, '🌾'.repeat(1_500)],
]
const otherTypes: readonly unknown[] = [null, true, 0, -1.5, 2 ** 63, 1e308, [], [null], {}, { a: 1 }]

test('no path of any operation makes it fail, whatever is in its parameters', async () => {
  const { config, platform, send, service, user } = await startHarness()
  const { token } = user(platform)
  const operations = Object.entries(service.app.swagger().paths ?? {})
    .filter(([path]) => path.includes('{'))
    .flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map(method => [method.toUpperCase(), path] as const),
    )
  expect(operations.length).toBeGreaterThan(2)
  const pages = ['/og/quests/{name}', '/og/profiles/{name}'].map(path => ['GET', `..${path}`] as const)
  for (const [method, path] of [...operations, ...pages])
    for (const text of worstInPaths) {
      const asked = path.replace(config.basePath, '').replaceAll(/[{][^}]+[}]/g, () => text)
      const { status } = await send(method, asked, { token })
      expect(status, `${method} ${asked}`).toBeGreaterThanOrEqual(400)
      expect(status, `${method} ${asked}`).toBeLessThan(500)
    }
})

test('no body and no query of any operation makes it fail, whatever is in its fields', async () => {
  // Without them, their routes would answer 503 to everything and read nothing of it.
  const [github, sink] = [await startGithub(), await startMailSink()]
  const { config, platform, service, user } = await startHarness({ env: { ...github.env, ...sink.env } })
  const { token, furrow } = user(platform)
  const { id } = await furrow.quests.post(sampleQuest)
  const ask = async (request: SampleRequest) => {
    const { method, body } = request
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const { statusCode } = await service.app.inject({
      method,
      url: `${config.basePath}${urlOf(request)}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { payload }),
    })
    return statusCode
  }
  const failed: unknown[] = []
  for (const request of sampleRequests(id)) {
    const usual = await ask(request)
    if (usual >= 500) failed.push([request.method, request.path, usual])
    for (const { name, put } of placesIn(request))
      for (const value of name.startsWith('body') ? [...worst, ...otherTypes] : worst) {
        const status = await ask(put(value))
        if (status >= 500) failed.push([request.method, request.path, name, value, status])
      }
  }
  expect(failed).toEqual([])
  expect(github.asked).not.toEqual([])
}, 300_000)
