import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The repository. */
export const root = join(import.meta.dirname, '../..')

export type Page = {
  /** Its name in addresses: `/docs/<name>`. */
  readonly name: string
  /** Its source, from the root of the repository. */
  readonly source: string
  /** Its words in the list of pages. */
  readonly label: string
}

export type Group = { readonly label: string; readonly pages: readonly Page[] }

const page = (name: string, label: string, source = `docs/${name}.md`): Page => ({ name, source, label })

/** All pages, in the order of the list beside them. */
export const groups: readonly Group[] = [
  {
    label: 'People',
    pages: [
      page('start', 'Start'),
      page('givers', 'For givers'),
      page('farmers', 'For farmers'),
      page('arbiters', 'For arbiters and moderators'),
      page('money', 'Money and exit'),
      page('million', 'A large sum'),
      page('credentials', 'Credentials'),
    ],
  },
  {
    label: 'Programs',
    pages: [
      page('agents', 'For agents'),
      page('cli', 'Command line'),
      page('api', 'API'),
      page('errors', 'Error codes'),
      page('bruno', 'Requests for Bruno', 'examples/bruno/README.md'),
      page('ci', 'CI workflows', 'examples/ci/README.md'),
    ],
  },
  {
    label: 'Operators',
    pages: [
      page('operators', 'Run it'),
      page('rehearsal', 'A rehearsal on a testnet'),
      page('settings', 'Settings'),
      page('upgrades', 'Upgrades'),
      page('backup', 'Backups'),
      page('scale', 'How far it goes'),
      page('ha', 'High availability', 'ops/ha/README.md'),
      page('contract', 'The contract', 'contracts/README.md'),
      page('security', 'Security', 'SECURITY.md'),
      page('changelog', 'Changelog', 'CHANGELOG.md'),
    ],
  },
  {
    label: 'Builders',
    pages: [
      page('terms', 'Terms'),
      page('decisions', 'Decisions'),
      page('architecture', 'Architecture', 'ARCHITECTURE.md'),
      page('contributing', 'Contributing', 'CONTRIBUTING.md'),
    ],
  },
]

export const pages: readonly Page[] = groups.flatMap(group => group.pages)

/** Documents without a page: a test fails for them. */
export function documentsWithoutPage(): readonly string[] {
  const known = new Set(pages.map(page => page.source))
  return readdirSync(join(root, 'docs'))
    .filter(file => file.endsWith('.md'))
    .map(file => `docs/${file}`)
    .filter(source => !known.has(source))
}
