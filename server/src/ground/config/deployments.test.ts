import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from './config.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Every setting stands in `.env.example`, most of them as comments. */
const settings = new Set(
  [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
)
/** Of Node.js, and of compose itself. */
const others = ['NODE_ENV', 'COMMIT', 'POSTGRES_PASSWORD']

const secrets = {
  JWT_SECRET: '0123456789abcdef'.repeat(4),
  DATABASE_URL: 'postgres://furrow@database/furrow',
}

type Given = Readonly<Record<string, string>>
type Container = { readonly name: string; readonly env?: readonly { name: string; value: string }[] }
type Manifest = {
  readonly spec?: { readonly template?: { readonly spec: { readonly containers: readonly Container[] } } }
}

function ofCompose(): Given {
  const text = read('compose.yaml')
  const { services } = parse(text) as {
    services: { furrow: { environment: Record<string, string | number> } }
  }
  const used = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => [name, ''])
  const set = Object.entries(services.furrow.environment).map(([name, value]) => [name, String(value)])
  return Object.fromEntries([...used, ...set])
}

function ofManifests(path: string): Given {
  const manifests = parseAllDocuments(read(path)).map(document => document.toJS() as Manifest)
  const containers = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
  return Object.fromEntries(
    containers.flatMap(({ env = [] }) => env.map(({ name, value }) => [name, value] as const)),
  )
}

test.each([
  ['compose.yaml', ofCompose],
  ['ops/kubernetes/furrow.yaml', ofManifests],
  ['ops/kubernetes/furrow-sqlite.yaml', ofManifests],
] as const)('%s sets what the service reads, and values that it takes', (path, given) => {
  const env = given(path)
  const names = Object.keys(env)
  expect(names.length).toBeGreaterThan(2)
  expect(names.filter(name => !settings.has(name) && !others.includes(name))).toEqual([])
  const { COMMIT: _, POSTGRES_PASSWORD: __, ...service } = env
  expect(() => readConfig({ ...service, ...secrets, SIWE_DOMAINS: 'furrow.example.org' })).not.toThrow()
})
