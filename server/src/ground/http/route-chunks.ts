import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page: its path, the module that draws it (web/src/app/routes.tsx), and the requests it makes before it is drawn. */
type Route = readonly [path: RegExp, module: string, asks: readonly string[]]

/** Pages that strangers are led to, and the mailbox. Requests are the client's word for word, or would go out twice. */
const routes: readonly Route[] = [
  [/^\/$/, 'src/quests/front/front-page.tsx', ['/config', '/overview', '/quests?status=open&limit=6']],
  [/^\/quests$/, 'src/quests/board/board-page.tsx', ['/config', '/quests?status=open&limit=24']],
  [/^\/quests\/(quest-[\w-]+)$/, 'src/quests/quest/quest-page.tsx', ['/config', '/quests?id=$1']],
  [/^\/farmers$/, 'src/profile/farmers-page.tsx', ['/profiles?sort=score&limit=24']],
  [/^\/leaderboard$/, 'src/leaderboard/leaderboard-page.tsx', ['/leaderboard']],
  [/^\/community-dao$/, 'src/community-dao/dao-page.tsx', ['/config']],
  [/^\/community-dao\/proposals\/proposal-[^/]+$/, 'src/community-dao/proposal-page.tsx', ['/config']],
  [/^\/profile\/0x[^/]+$/, 'src/profile/profile-page.tsx', []],
  [/^\/reputation\/0x[^/]+$/, 'src/reputation/reputation-page.tsx', []],
  [/^\/mail$/, 'src/mail/mail-page.tsx', []],
]

type Chunk = { readonly file: string; readonly imports?: readonly string[] }
type Manifest = Readonly<Record<string, Chunk>>

/**
 * Preload tags for a page's module, imports and requests, which the browser would learn of a round trip later. There are
 * fewer without a manifest, and where the address has a search, which changes the requests.
 */
export function readRouteChunks(dist: string, page: string, basePath: string): (address: string) => string {
  const manifest = readManifest(dist)
  const tags = routes.map(([pattern, module, asks]) => ({
    pattern,
    chunks: tagsOf(manifest, module, page),
    asks: asks.map(ask => `\n    <link rel="preload" as="fetch" crossorigin href="${basePath}${ask}">`),
  }))
  return address => {
    const [path = '', search] = address.split('?', 2)
    const route = tags.find(({ pattern }) => pattern.test(path))
    if (route === undefined) return ''
    const asked = search === undefined ? route.asks : route.asks.filter(ask => !ask.includes('?'))
    return asked.map(ask => path.replace(route.pattern, ask)).join('') + route.chunks
  }
}

function tagsOf(manifest: Manifest, module: string, page: string): string {
  const files = new Set<string>()
  function add(name: string): void {
    const chunk = manifest[name]
    if (chunk === undefined || files.has(chunk.file) || page.includes(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  add(module)
  return [...files]
    .map(file => `\n    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
    .join('')
}

function readManifest(dist: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  } catch {
    return {}
  }
}
