import { createHash } from 'node:crypto'
import type { Examples, OperationExamples } from '../../src/ground/http/examples.ts'
import { operations } from '../../src/ground/http/operations.ts'
import type { FakeClock } from '../harness.ts'

const routes = Object.entries(operations).map(([route, id]) => {
  const [method = '', path = ''] = route.split(' ')
  const form = path.replace('.', '[.]').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return { id, method, form: new RegExp(`^${form}$`) }
})

export type Recorder = {
  readonly record: typeof fetch
  /** Everything that was kept: each random part replaced by one that stays, and each list cut to its first entries. */
  examples(): Examples
}

/** A `fetch` that keeps the first exchange of each operation, and the first request of each action in it. */
export function createRecorder(
  baseUrl: string,
  clock: FakeClock,
  names: Readonly<Record<string, string>>,
): Recorder {
  const kept: Record<string, OperationExamples> = {}
  const failures: Record<string, unknown> = {}
  const { pathname } = new URL(baseUrl)

  const record: typeof fetch = async (input, init = {}) => {
    clock.advance(5_000)
    const answer = await fetch(input, init)
    await keep(new URL(String(input)), init, answer.clone())
    return answer
  }

  async function keep(url: URL, { method = 'GET', body }: RequestInit, answer: Response): Promise<void> {
    const path = url.pathname.slice(pathname.length)
    const route = routes.find(one => one.method === method && one.form.test(path))
    if (route === undefined) throw new Error(`${method} ${path} is no operation.`)
    const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? ''
    if (answer.status >= 400) {
      failures[answer.status] = await answer.json()
      return
    }
    if (answer.status === 304) return
    const parameters: Record<string, string> = {
      ...route.form.exec(path)?.groups,
      ...Object.fromEntries(url.searchParams),
    }
    const request = await readBody(body)
    const before = kept[route.id]
    kept[route.id] = {
      ...(before ?? {
        ...(Object.keys(parameters).length > 0 && { parameters }),
        ...(await readAnswer(answer, type)),
      }),
      ...(request !== null && { requests: { [nameOf(request)]: request, ...before?.requests } }),
    }
  }

  return {
    record,
    examples() {
      return steadied(shorten({ operations: sorted(kept), failures }), names) as Examples
    },
  }
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Operations with several actions have an example of each. */
function nameOf(body: unknown): string {
  const { action, status, kind } = body as Record<string, unknown>
  return [action, status, kind].find(name => typeof name === 'string') ?? 'example'
}

async function readBody(body: unknown): Promise<unknown> {
  if (typeof body === 'string') return JSON.parse(body)
  if (!(body instanceof FormData)) return null
  const fields = [...body].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await value.text(),
  ])
  return Object.fromEntries(await Promise.all(fields))
}

async function readAnswer(answer: Response, type: string) {
  if (type === 'application/json')
    return { answer: { status: answer.status, type, body: await answer.json() } }
  return type.startsWith('text/') || type.endsWith('+xml') || type === 'application/x-ndjson'
    ? { answer: { status: answer.status, type, body: await answer.text() } }
    : {}
}

const mostItems = 2

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, mostItems).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one)]))
}

type Random = readonly [RegExp, (digest: string, part: string) => string]

/** Random parts of a text, each with what stands for it, made of the digest of how many there were before: equal parts stay equal. */
const random: readonly Random[] = [
  [/(?<=-\d{13}-)[0-9a-z]{36}/g, digest => `0000${digest.slice(0, 32)}`],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, digest => `a-token-${digest.slice(0, 24)}`],
  [/(?<=furrow_[0-9a-f]{16}_)[\w-]{43}/g, digest => `the-secret-of-this-key-${digest.slice(0, 20)}`],
  [/(?<=[?&]code=)[\w%-]+/g, digest => `a-code-${digest.slice(0, 24)}`],
  [/(?<=\.\d{13}\.)[\w-]{43}/g, digest => `a-signature-${digest.slice(0, 31)}`],
  [/^B[\w-]{86}$/g, digest => `B${digest.slice(0, 86)}`],
  [/(?<![0-9a-zA-Z])(?:0x)?(?![0-9a-f]{40}\b)[0-9a-f]{16,}(?![0-9a-zA-Z])/g, asLong],
]

function steadied(examples: unknown, names: Readonly<Record<string, string>>): unknown {
  const seen = new Map<string, string>()
  const stand = (part: string, make: Random[1]) => {
    const digest = createHash('sha512').update(`example ${seen.size}`).digest('hex')
    const known = seen.get(part) ?? make(digest, part)
    seen.set(part, known).set(known, known)
    return known
  }
  return mapTexts(examples, given => {
    const named = Object.entries(names).reduce((text, [name, steady]) => text.replaceAll(name, steady), given)
    return random
      .reduce((text, [form, make]) => text.replaceAll(form, part => stand(part, make)), named)
      .replaceAll(/(?<=Issued At: )[\d:.TZ-]+/g, '2026-03-01T12:00:00.000Z')
      .replaceAll(/(?<=DTSTAMP:)\d+T\d+Z/g, '20260301T120000Z')
  })
}

function mapTexts(value: unknown, act: (text: string) => string): unknown {
  if (typeof value === 'string') return act(value)
  if (Array.isArray(value)) return value.map(one => mapTexts(one, act))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, act)]))
}

/** Hexadecimal digits of the same number. */
function asLong(digest: string, part: string): string {
  const prefix = part.startsWith('0x') ? '0x' : ''
  return `${prefix}${digest.repeat(2).slice(0, part.length - prefix.length)}`
}
