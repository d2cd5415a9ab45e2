import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Patterns of the statements that storage/SQL.md forbids. */
const forbidden: Readonly<Record<string, RegExp>> = {
  'a trigger for a whole statement': /\bfor each statement\b/i,
  'a transition table': /\breferencing\s+(new|old)\s+table\b/i,
  'an advisory lock of a session': /\bpg_(try_)?advisory_(?!xact_)/i,
  'LISTEN or NOTIFY': /(^|[`'"])\s*(listen|notify)\s+\w+|\bpg_notify\b/im,
  'a sequence': /\b(create sequence|nextval|setval|currval|(big|small)?serial\b|as identity)/i,
  'a prepared transaction': /\bprepare transaction\b/i,
}

/** As SQL.md lists them: made before the rule, and never edited. */
const before: Readonly<Record<string, readonly string[]>> = {
  'storage/src/migrations/001-first.ts': ['a trigger for a whole statement'],
  'storage/src/migrations/012-audit-log.ts': ['a trigger for a whole statement', 'a transition table'],
  'storage/src/migrations/031-leaving.ts': ['a trigger for a whole statement'],
  'storage/src/migrations/130-row-triggers.ts': ['a trigger for a whole statement'],
  'storage/src/migrations/append-only.ts': ['a trigger for a whole statement'],
  'storage/src/migrations/whole/postgres-triggers.ts': ['a trigger for a whole statement'],
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => `${folder}/${name}`)
}

/** Without comments, which may speak of what is forbidden. */
function codeOf(file: string): string {
  return readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

test('no statement of the service is one that storage/SQL.md forbids', () => {
  const files = ['storage/src', 'server/src'].flatMap(sources)
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap(file => {
    const code = codeOf(file)
    const kinds = Object.keys(forbidden).filter(what => forbidden[what]?.test(code))
    return kinds.length === 0 ? [] : [[file, kinds] as const]
  })
  expect(Object.fromEntries(found)).toEqual(before)
})

test.each([
  [
    'create trigger x after insert on t for each statement execute function f()',
    'a trigger for a whole statement',
  ],
  ['create trigger x after insert on t referencing new table as added', 'a transition table'],
  ['select pg_advisory_lock(1)', 'an advisory lock of a session'],
  ['sql`listen changes`', 'LISTEN or NOTIFY'],
  ["select pg_notify('a', 'b')", 'LISTEN or NOTIFY'],
  ['id bigserial primary key', 'a sequence'],
])('%s is found', (text, what) => {
  expect(Object.keys(forbidden).filter(name => forbidden[name]?.test(text))).toContain(what)
})
