import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ErrorCode, errorCodes } from '@furrow/sdk/contract'
import { expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'
import { isOf, statusOf } from './errors.ts'
import { writeCodesMarkdown } from './http/codes-page.ts'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map(file => readFileSync(join(root, file), 'utf8'))

/** A code is sent where it stands as an argument, as `code:`, as a default, first in a pair with its sentence, or in a table. */
const sent = new Set(
  sources
    .flatMap(source => [
      ...source.matchAll(
        /(?:new (?:Refusal|HttpError)\(\s*|createRefusal\(\s*|refuseSocket\(\w+, |\bcode(?::| =) |: (?:Said = )?\[)'([a-z-]+)'/g,
      ),
    ])
    .map(([, code]) => code)
    .concat(sources.flatMap(inTables)),
)

/** The values of a table of codes, as its type says. */
function inTables(source: string): readonly (string | undefined)[] {
  return [...source.matchAll(/\{([^{}]*)\} as const satisfies .*(?:CodeOf<|ErrorCode)/g)].flatMap(
    ([, table = '']) => [...table.matchAll(/: '([a-z-]+)'/g)].map(([, code]) => code),
  )
}

const all = Object.values(errorCodes).flatMap(codes => Object.entries(codes))

test('something sends each code of the list', () => {
  expect(all.map(([code]) => code).filter(code => !sent.has(code))).toEqual([])
})

test('a code stands in the list once, and has a meaning of its own', () => {
  expect(duplicatesOf(all.map(([code]) => code))).toEqual([])
  expect(duplicatesOf(all.map(([, { means }]) => means))).toEqual([])
  for (const [code, { status, means, next }] of all) {
    expect(statusOf(code as ErrorCode), code).toBe(status)
    expect(isOf(code as ErrorCode, status), code).toBe(true)
    for (const sentence of [means, next]) expect(sentence, code).toMatch(/^[A-Z`].*[.]$/)
  }
})

test('docs/errors.md is what `npm run document` writes', () => {
  expect(readFileSync(join(root, '../../docs/errors.md'), 'utf8')).toBe(writeCodesMarkdown())
})

test('a failure has a code beside its sentence, and is a problem for those who ask for one', async () => {
  const { baseUrl } = await startHarness({ env: { PUBLIC_URL: 'https://gigs.example.org' } })
  const ask = (path: string, accept: string) => fetch(`${baseUrl}${path}`, { headers: { accept } })

  const plain = await ask('/quests?id=quest-1-a', 'application/json')
  expect([plain.status, await plain.json()]).toEqual([
    404,
    { error: 'There is no such quest.', code: 'quest-not-found' },
  ])

  const problem = await ask('/quests?id=quest-1-a', 'application/problem+json, application/json;q=0.5')
  expect(problem.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect([problem.status, await problem.json()]).toEqual([
    404,
    {
      type: 'https://gigs.example.org/api/docs/errors#quest-not-found',
      title: errorCodes.quests['quest-not-found'].means,
      status: 404,
      detail: 'There is no such quest.',
      code: 'quest-not-found',
    },
  ])

  const page = await ask('/docs/errors', 'text/html')
  const html = await page.text()
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(all.filter(([code]) => !html.includes(`id="${code}"`))).toEqual([])
})

test.each([
  ['a body that is no JSON', 'POST', '/auth/beta', '{', 'malformed-body', 400],
  ['a body without a field', 'POST', '/auth/beta', '{}', 'invalid-request', 400],
  ['no token', 'GET', '/mail', null, 'token-missing', 401],
  ['an unknown path', 'GET', '/nowhere', null, 'no-such-path', 404],
  ['another method', 'DELETE', '/config', null, 'method-not-allowed', 405],
  ['a body that is too large', 'POST', '/auth/beta', ' '.repeat(300 * 1_024), 'body-too-large', 413],
] as const)('%s has its code, too', async (_, method, path, body, code, status) => {
  const { baseUrl } = await startHarness()
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${baseUrl}${path}`, { method, headers: body === null ? {} : headers, body })
  expect([answer.status, await answer.json()]).toEqual([status, { error: expect.any(String), code }])
})

function duplicatesOf(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}
