import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { projectFolder } from '../project.ts'

const dist = join(projectFolder, 'web/docs/dist')
const prefix = '/docs/'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the documents of this very version at `/docs/`: pages without an ending, their Markdown twins, and the files that they
 * link to. Only files that were there at the start are sent, by their names: no path of a request reaches the disk. Needs
 * `sendFile` of the web client's own files.
 */
export function serveDocuments(app: FastifyInstance, basePath: string): void {
  // That address is the interface's then.
  if (basePath === '/docs' || !existsSync(dist)) return
  const files = new Set(readdirSync(dist, { recursive: true, encoding: 'utf8' }))
  app.get('/docs', { schema: { hide: true } }, (_, reply) => reply.redirect(`${prefix}start`))
  app.get(`${prefix}*`, { schema: { hide: true } }, ({ url }, reply) => {
    const name = url.slice(prefix.length).split('?', 1)[0] ?? ''
    if (name === '') return reply.redirect(`${prefix}start`)
    if (files.has(`${name}.html`)) return send(reply, `${name}.html`)
    return files.has(name) && /\.[a-z0-9]+$/.test(name)
      ? send(reply, name)
      : send(reply.code(404), '404.html')
  })
}

function send(reply: FastifyReply, file: string): FastifyReply {
  reply.header('content-security-policy', policy).header('cache-control', 'no-cache')
  if (file.endsWith('.md')) reply.type('text/markdown; charset=utf-8')
  return reply.sendFile(file, dist, { cacheControl: false, dotfiles: 'allow' })
}
