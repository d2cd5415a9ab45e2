import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { projectFolder } from '../project.ts'

const dist = join(projectFolder, 'web/reference/dist')

/**
 * Redoc makes its styles by rules in an empty element, whose digest is the first one. The second is that of its scroll bars, the
 * only style that it writes as text. Its search runs in a worker out of its own file.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
  "img-src 'self' data:",
  "connect-src 'self'",
  'worker-src blob:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the reference of every operation, a page that reads the OpenAPI document, at `/api/docs`. */
export async function serveReference(app: FastifyInstance, basePath: string): Promise<void> {
  if (!existsSync(dist)) return
  const page = writePage(basePath)
  const prefix = `${basePath}/docs`
  await app.register(fastifyStatic, {
    root: dist,
    prefix: `${prefix}/`,
    wildcard: false,
    index: false,
    preCompressed: true,
    decorateReply: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    schemaHide: true,
    setHeaders: reply => void reply.header('cache-control', 'no-cache'),
  })
  app.get(prefix, { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  )
}

function writePage(basePath: string): string {
  const at = `${basePath}/docs`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Furrow: every operation</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at}/page.css">
</head>
<body>
<p id="waiting">The description of all operations is being read. It is also at <a href="${basePath}/openapi.json">openapi.json</a>.</p>
<div id="reference" data-document="${basePath}/openapi.json"></div>
<script src="${at}/redoc.js"></script>
<script type="module" src="${at}/page.js"></script>
</body>
</html>
`
}
