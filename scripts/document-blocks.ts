import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export type Block = {
  readonly source: string
  readonly language: string
  readonly text: string
  /** How a failure names it. */
  readonly name: string
}

/** The fenced blocks of the README and of all documents, in their order. */
export function readBlocks(): readonly Block[] {
  const documents = readdirSync(join(root, 'docs')).filter(file => file.endsWith('.md'))
  return ['README.md', ...documents.map(file => `docs/${file}`)].flatMap(source =>
    [...readFileSync(join(root, source), 'utf8').matchAll(/^```(\w*)\n(.*?)^```/gms)].map(
      ([, language = '', text = '']) => ({
        source,
        language,
        text,
        name: `${source}: ${text.split('\n', 1)[0]}`,
      }),
    ),
  )
}

/** Blocks that no test of documents can run, by how they begin, and where each is held instead, or why it is nowhere. */
export const reasons: Readonly<Record<string, string>> = {
  'README.md: npm ci && npm start': '.ci/run begins with it',
  'README.md: npm ci && npm test': '.ci/run begins with it',
  'docs/start.md: npm ci && npm start': '.ci/run begins with it',
  'docs/start.md: npm ci && npm test': '.ci/run begins with it',
  'docs/start.md: npm start -- --demo': 'the tests of the demo start it in a folder of their own',
  'docs/givers.md: # Whom I know': 'server/src/ground/trustdown.test.ts reads it',
  'docs/agents.md: FURROW_URL=': 'it reads from its standard input; mcp/src starts it and speaks to it',
  'docs/agents.md: npm pack': 'scripts/packages packs, installs and plays with what it makes',
  'docs/cli.md: npm pack': 'scripts/packages packs, installs and plays with what it makes',
  'docs/cli.md: furrow login --url https':
    'it waits for a person at a browser; cli/src/run.test.ts plays one',
  'docs/api.md: npm run tally': 'tally.test.ts runs it over exports that have votes',
  'docs/backup.md: npm run backup ':
    '.ci/run runs it beside a service, and backup tests restore what it makes',
  'docs/backup.md: npm run backup\n': 'the tests of backup move to PostgreSQL and back',
  'docs/backup.md: gzip -t': 'the tests of backup read what is in the file',
  'docs/backup.md: npm run backup -- --new-key':
    'the tests of encrypted backups run it with files of their own',
  'docs/backup.md: npm run backup -- --with-secret': 'the tests of the secret run it with a passphrase',
  'docs/backup.md: # postgresql.conf': 'settings of a server that the tests do not own',
  'docs/backup.md: pg_basebackup': 'copies a server that the tests do not own',
  'docs/backup.md: restore_command': 'settings of a server that the tests do not own',
  'docs/money.md: npm run demo': 'needs a chain of its own; the tests of contracts play its story',
  'docs/money.md: RPC_URLS=': 'contracts/test deploys with it, on a chain of its own',
  'docs/rehearsal.md: export RPC_URLS': 'contracts/test deploys with it, on a chain of its own',
  'docs/rehearsal.md: npm run --silent deploy':
    'contracts/test deploys and verifies with it, on a chain of its own',
  'docs/rehearsal.md: RPC_URLS=': 'settings of a testnet; the tests of the chain rail have theirs',
  'docs/arbiters.md: ATTESTER_KEY=':
    'the tests of the attester run it beside a chain and a code host of their own',
  'docs/arbiters.md: RPC_URLS=': 'contracts/test deploys a court with it, on a chain of its own',
  'docs/operators.md: docker build': 'needs an engine; ops/image/try.mjs carries out its steps in .ci/run',
  'docs/operators.md: npm run doctor': '.ci/run runs these beside a service',
  'docs/operators.md: location /api/events':
    'a setting of nginx, which the tests do not have; ops/ha is tried with haproxy',
  'docs/operators.md: scrape_configs': 'a setting of Prometheus; alerts.test.ts has promtool read the rules',
  'docs/operators.md: alter role': 'the tests of poolers set both for a role of their own',
  'docs/operators.md: npm run audit -- --head': 'command.test.ts of the audit log runs it with an entry',
  'docs/upgrades.md: npm run rekey': 'the tests of rekey run it with two secrets',
}

/** The beginning in `reasons` that a block has. */
export function reasonOf({ source, text }: Block): string | undefined {
  return Object.keys(reasons)
    .filter(beginning => `${source}: ${text}`.startsWith(beginning))
    .toSorted((a, b) => b.length - a.length)[0]
}
