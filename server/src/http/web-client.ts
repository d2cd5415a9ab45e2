import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const dist = join(import.meta.dirname, '../../../web/dist')
const year = 31_536_000

/** Everything comes from the service itself; pictures may come from any https address that a profile names. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Answers with the client's page where one is asked for; false where it is not, or there is no client. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => boolean

/**
 * Serves the web client at the root, where it was built; without it, or without a prefix that tells the interface
 * from the pages, the service is its interface alone.
 */
export async function serveWebClient(app: FastifyInstance, basePath: string): Promise<SendPage> {
  const page = basePath === '' ? null : readPage(basePath)
  if (page === null) {
    app.log.warn('there is no web client to serve: build it with npm run build -w web, below a prefix')
    return () => false
  }
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/index.html'],
    schemaHide: true,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
  const sendPage: SendPage = (request, reply) => {
    if (!asksForPage(request, basePath)) return false
    reply
      .code(200)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy)
      .header('cache-control', 'no-cache')
      .send(page)
    return true
  }
  return sendPage
}

/** A browser that opens an address: everything else gets the interface's answers. */
function asksForPage({ method, url, headers }: FastifyRequest, basePath: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  if (method !== 'GET' && method !== 'HEAD') return false
  if (path === '/') return true
  const own = path === basePath || path.startsWith(`${basePath}/`) || path.startsWith('/assets/')
  return !own && (headers.accept ?? '').includes('text/html')
}

/** The page, with where the interface is written into it: once, since it is the same for everyone. */
function readPage(basePath: string): string | null {
  try {
    const page = readFileSync(join(dist, 'index.html'), 'utf8')
    return page.replace('name="furrow-base" content="/api"', `name="furrow-base" content="${basePath}"`)
  } catch {
    return null
  }
}
