import { existsSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { pages, root } from './pages.ts'

/** The address that a link has on the site, or why it has none. */
export type Target =
  | { readonly kind: 'page'; readonly href: string; readonly name: string; readonly anchor: string | null }
  | { readonly kind: 'picture'; readonly href: string; readonly file: string }
  | { readonly kind: 'file'; readonly href: string; readonly file: string }
  /** A folder, which the site does not have. */
  | { readonly kind: 'folder' }
  | { readonly kind: 'elsewhere'; readonly href: string }
  | { readonly kind: 'missing' }

/** Follows a link of a document, as it is written for people who read the repository. */
export function follow(link: string, source: string): Target {
  if (/^(https?:|mailto:)/.test(link)) return { kind: 'elsewhere', href: link }
  const [path = '', anchor = null] = link.split('#')
  const file = path === '' ? source : posix.join(posix.dirname(source), decodeURI(path)).replace(/\/$/, '')
  const page = pages.find(page => page.source === file)
  if (page !== undefined)
    return {
      kind: 'page',
      name: page.name,
      anchor,
      href: `${path === '' ? '' : page.name}${anchor === null ? '' : `#${anchor}`}`,
    }
  const absolute = posix.join(root, file)
  if (file.startsWith('..') || !existsSync(absolute)) return { kind: 'missing' }
  if (statSync(absolute).isDirectory()) return { kind: 'folder' }
  return file.startsWith('docs/pictures/')
    ? { kind: 'picture', file, href: file.slice('docs/'.length) }
    : { kind: 'file', file, href: `files/${file}.txt` }
}
