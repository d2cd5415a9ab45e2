import { readBy } from '../config.ts'
import { createReader, type Fact } from '../reader.ts'
import { subjects } from './all.ts'
import type { Described, Subject } from './subject.ts'

/** Some settings are read only beside another one. */
const opening = {
  DATABASE_URL: 'postgres://127.0.0.1/furrow',
  RPC_URLS: '31337=http://127.0.0.1:8545',
  ESCROW_CHAIN_ID: '31337',
  ESCROW_ADDRESS: `0x${'ab'.repeat(20)}`,
  ESCROW_OPERATOR_KEY: `0x${'01'.repeat(32)}`,
  CODEHOST_CLIENT_ID: 'id',
  CODEHOST_BOT: 'true',
  CODEHOST_TOKEN: 'token',
  CODEHOST_WEBHOOK_SECRET: 'secret',
  CODEHOST_CLIENT_SECRET: 'secret',
  FILES_S3_URL: 'https://s3.example.org/files',
  FILES_S3_KEY_ID: 'id',
  FILES_S3_KEY_SECRET: 'secret',
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'barn@example.org',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
}

export function readFacts(): {
  readonly names: ReadonlySet<string>
  readonly facts: ReadonlyMap<string, Fact>
} {
  const reader = createReader(opening)
  readBy(reader, opening)
  // The secrets are taken as they are, without the reader: not even a space at their end is lost.
  return { names: new Set([...reader.names, 'JWT_SECRET', 'JWT_SECRET_PREVIOUS']), facts: reader.facts }
}

export function writeSettingsPage(): string {
  const { facts } = readFacts()
  return `# Settings

\`npm start\` reads these from the environment; [.env.example](../.env.example) has them too. An empty value counts as unset. A start with bad settings names all
that is wrong with them and ends. \`npm run document\` writes this page from what the service reads.

${subjects.map(({ title }) => `[${title}](#${anchorOf(title)})`).join(' · ')}

${subjects.map(subject => writeSubject(subject, facts)).join('\n')}`
}

function writeSubject({ title, about, settings }: Subject, facts: ReadonlyMap<string, Fact>): string {
  const rows = settings.map(
    described =>
      `| ${described.names.map(name => `\`${name}\``).join(', ')} | ${defaultsOf(described, facts)} | ${described.words}${boundsOf(described, facts)} |`,
  )
  return `## ${title}
${about === undefined ? '' : `\n${about}\n`}
| Setting | Default | What it does |
|---|---|---|
${rows.join('\n')}
`
}

function defaultsOf(described: Described, facts: ReadonlyMap<string, Fact>): string {
  const all = described.names.map(name => {
    const literal = literalOf(name, described, facts)
    return described.unset?.[name] ?? (literal === '' ? 'none' : `\`${literal}\``)
  })
  return [...new Set(all)].length === 1 ? (all[0] ?? '') : all.join(', ')
}

/** The bounds of a number, where they say more than that it is not negative. */
function boundsOf({ names }: Described, facts: ReadonlyMap<string, Fact>): string {
  const [bounds, ...others] = names.flatMap(name => facts.get(name)?.bounds ?? [])
  if (bounds === undefined || others.length > 0 || names.length > 1 || bounds.max >= 1e6) return ''
  return ` (from ${bounds.min} to ${bounds.max})`
}

function literalOf(name: string, { usual, unset }: Described, facts: ReadonlyMap<string, Fact>): string {
  return unset?.[name] !== undefined ? '' : (usual?.[name] ?? facts.get(name)?.fallback ?? '')
}

/** `.env.example`: every setting with its default, under the same words. */
export function writeEnvExample(): string {
  const { facts } = readFacts()
  const parts = subjects.map(({ title, about, settings }) => {
    const lines = settings.map(
      described =>
        `${comment(described.words)}\n${described.names.map(name => `${name}=${literalOf(name, described, facts)}`).join('\n')}\n`,
    )
    return `# --- ${title}\n${about === undefined ? '' : `${comment(about)}\n`}\n${lines.join('\n')}`
  })
  return `# Every setting, with its default. Leave a line out, or its value empty, to keep the default.
# npm run document writes this file.

${parts.join('\n')}
# --- compose.yaml alone

# The password of its database.
POSTGRES_PASSWORD=
`
}

const width = 118

function comment(words: string): string {
  const plain = words.replace(/\[([^\]]*)\]\(([^)#]*)[^)]*\)/g, '$1: docs/$2').replaceAll('`', '')
  const lines: string[] = []
  for (const word of plain.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + word.length + 1 > width) lines.push(`# ${word}`)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
}
