import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of the pages that strangers are led to: the module that draws it (web/src/app/routes.tsx), and whether that waits for /config. */
const modules: readonly (readonly [path: RegExp, module: string, waits: boolean])[] = [
  [/^\/$/, 'src/quests/board/board-page.tsx', true],
  [/^\/quests\/quest-[^/]+$/, 'src/quests/quest/quest-page.tsx', true],
  [/^\/farmers$/, 'src/profile/farmers-page.tsx', false],
  [/^\/leaderboard$/, 'src/leaderboard/leaderboard-page.tsx', false],
  [/^\/community-dao$/, 'src/community-dao/dao-page.tsx', true],
  [/^\/community-dao\/proposals\/proposal-[^/]+$/, 'src/community-dao/proposal-page.tsx', true],
  [/^\/profile\/0x[^/]+$/, 'src/profile/profile-page.tsx', false],
  [/^\/reputation\/0x[^/]+$/, 'src/reputation/reputation-page.tsx', false],
]

type Chunk = { readonly file: string; readonly imports?: readonly string[] }
type Manifest = Readonly<Record<string, Chunk>>

/**
 * The tags that have a browser ask at once for the module of a page, what that imports, and what it will ask the interface:
 * else it learns of them when all that comes before has run, a way there and back later. Less where the client was built
 * without a manifest.
 */
export function readRouteChunks(dist: string, page: string, basePath: string): (path: string) => string {
  const manifest = readManifest(dist)
  const config = `\n    <link rel="preload" as="fetch" crossorigin href="${basePath}/config">`
  const tags = modules.map(
    ([pattern, module, waits]) => [pattern, tagsOf(manifest, module, page) + (waits ? config : '')] as const,
  )
  return path => tags.find(([pattern]) => pattern.test(path))?.[1] ?? ''
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
