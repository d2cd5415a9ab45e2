import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { toLog } from '@furrow/storage/outage.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { communityName } from '../config/community.ts'
import type { Config } from '../config/config.ts'
import { showLogo } from '../config/pictures.ts'
import { inTime } from '../in-time.ts'
import { projectFolder } from '../project.ts'
import { chooseEncoding, compress, varyByEncoding } from './compression.ts'
import { serveDocuments } from './documents.ts'
import { escapeHtml } from './escape-html.ts'
import { writeFirstSight } from './first-sight.ts'
import { originOf } from './origin.ts'
import { type PageHead, writeHead } from './page-head.ts'
import { readRouteChunks } from './route-chunks.ts'

const dist = join(projectFolder, 'web/dist')
const exit = join(projectFolder, 'contracts/exit/dist')
const assetsPath = '/assets/'
const year = 31_536_000
/** Without an answer of the database in this time, a page is sent without its own head. */
const patience = 2_000

/** All from the service, but for logos that it may not fetch; `data:` and `blob:` are pictures of sessions, wallets. */
const policyOf = (config: Config) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    ['img-src', "'self'", showLogo(config)?.origin ?? [], 'data:', 'blob:'].flat().join(' '),
    "connect-src 'self'",
    "manifest-src 'self'",
    // The form that connects GitHub: it takes the manifest of an app no other way.
    `form-action ${config.codehost?.kind === 'github' ? new URL(config.codehost.url).origin : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => boolean

export type FoundHead = { readonly found: boolean; readonly head: PageHead | null }

export type PageHeads = {
  has(path: string): boolean
  read(path: string, isSearch: boolean): Promise<FoundHead | null>
}

/** Without a built client, or a prefix that tells the interface from the pages, the service offers its interface alone. */
export async function serveWebClient(
  app: FastifyInstance,
  config: Config,
  heads: PageHeads,
): Promise<SendPage> {
  const { basePath } = config
  const writePage = basePath === '' ? null : readPage(config)
  if (writePage === null) {
    app.log.warn('there is no web client to serve: build it with npm run build -w web, below a prefix')
    return () => false
  }
  await serveFiles(app)
  const policy = policyOf(config)
  serveExit(app, policy)
  serveDocuments(app, basePath)

  async function send(
    write: WritePage,
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ): Promise<void> {
    const known = await inTime(heads.read(path, request.url.includes('?')), patience).catch(error => {
      request.log.warn(toLog(error), 'a page is sent without what it is about')
      return null
    })
    const found = known?.found ?? true
    const head = known?.head ?? { ...anyPage, path: null }
    const page = Buffer.from(write(head, originOf(request, config), request.url))
    const encoding = chooseEncoding(request, page)
    if (encoding !== null) reply.header('content-encoding', encoding)
    varyByEncoding(reply.code(found ? 200 : 404))
    sendHtml(reply, encoding === null ? page : await compress(page, encoding, new Map()), policy)
  }
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (!asksForPage(request, path, basePath, heads)) return false
    send(writePage, request, reply, path).catch(error => reply.send(error))
    return true
  }
}

/** Pages that are private or missing must not be found by searching. */
const anyPage = {
  title: null,
  description: 'Quests for communities: take one, finish it, get paid when it is merged.',
  kind: 'website',
  picture: null,
} as const

function sendHtml(reply: FastifyReply, page: string | Buffer, policy: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .send(page)
}

/** A browser, or a program that follows a link and accepts anything; other clients get the interface's answers. */
function asksForPage(
  { method, headers }: FastifyRequest,
  path: string,
  basePath: string,
  heads: PageHeads,
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (path === '/') return true
  if (path === basePath || path.startsWith(`${basePath}/`) || path.startsWith(assetsPath)) return false
  const accept = headers.accept ?? '*/*'
  if (accept.includes('text/html')) return true
  return accept.includes('*/*') && headers.authorization === undefined && heads.has(path)
}

/**
 * The assets are one route, however many they are: a route for each would take a start longer, and count its answers apart. Only
 * files that were there at the start are sent, by their names: no path of a request reaches the disk.
 */
async function serveFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
  for (const name of namesIn(dist))
    if (name !== 'index.html')
      app.get(`/${name}`, { schema: { hide: true } }, (_, reply) => reply.sendFile(name))
  serveAssets(app, assetsPath, dist)
}

function serveAssets(app: FastifyInstance, path: string, folder: string): void {
  const assets = new Set(namesIn(join(folder, 'assets')))
  app.get(`${path}*`, { schema: { hide: true } }, ({ url }, reply) => {
    const name = url.slice(path.length).split('?', 1)[0] ?? ''
    return assets.has(name) ? reply.sendFile(`assets/${name}`, folder) : reply.callNotFound()
  })
}

/** The files of a folder that have an address: hidden and compressed ones have none. */
function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter(entry => entry.isFile() && !/^\.|\.(br|gz)$/.test(entry.name)).map(({ name }) => name)
}

/** Serves the exit page too, which needs only the chain and a wallet, and can be hosted anywhere (contracts/exit). */
function serveExit(app: FastifyInstance, policy: string): void {
  const path = join(exit, 'index.html')
  if (!existsSync(path)) return
  const page = readFileSync(path, 'utf8')
  app.get('/exit/', { schema: { hide: true } }, ({ url }, reply) =>
    // The router matches without the slash too, but the page's relative links need it.
    url.startsWith('/exit/') ? sendHtml(reply, page, policy) : reply.redirect(url.replace('/exit', '/exit/')),
  )
  serveAssets(app, '/exit/assets/', exit)
}

type WritePage = (head: PageHead, origin: string, address: string) => string

function readPage(config: Config): WritePage | null {
  const { basePath, community, demo, docs } = config
  try {
    const page = readFileSync(join(dist, 'index.html'), 'utf8')
      .replace('name="furrow-base" content="/api"', `name="furrow-base" content="${basePath}"`)
      .replace('data-interface href="/api/docs"', `href="${basePath}/${docs ? 'docs' : 'quests'}"`)
      .replace(
        /<meta name="description"[^>]*>\s*/,
        demo === null ? '' : '<meta name="furrow-demo" content="yes" />',
      )
    const [before = '', after = ''] = writeCommunity(page, community, showLogo(config)?.small ?? null).split(
      /<title>.*<\/title>/,
    )
    const chunksOf = readRouteChunks(dist, page, basePath)
    return (head, origin, address) => {
      const rest = after.replace('</head>', () => `${chunksOf(address)}</head>`)
      return (
        before +
        writeHead(head, origin, communityName({ community }), basePath) +
        (head.first === undefined ? rest : writeFirstSight(rest, head.first))
      )
    }
  } catch {
    return null
  }
}

/** In the page before any script runs, so that nobody sees another name first. */
function writeCommunity(
  page: string,
  { name, text, accent }: Config['community'],
  logo: string | null,
): string {
  const metas = Object.entries({ name, text, logo, accent }).flatMap(([what, content]) =>
    content === null ? [] : `<meta name="community-${what}" content="${escapeHtml(content)}" />`,
  )
  const named =
    name === null
      ? page
      : page.replace(/(<span data-community-name[^>]*>)[^<]*/, (_, tag) => tag + escapeHtml(name))
  const drawn =
    logo === null
      ? named
      : named
          .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escapeHtml(logo)}" />`)
          .replace(/data-community-logo src="[^"]*"/, () => `src="${escapeHtml(logo)}"`)
  return drawn.replace('</head>', () => `${metas.join('')}</head>`)
}
