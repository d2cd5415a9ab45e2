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

/** Serves only files of the start, by name: no request's path reaches the disk. Needs the web client's `sendFile`. */
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
