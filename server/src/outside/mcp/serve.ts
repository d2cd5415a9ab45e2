import { createMcpServer, tools } from '@furrow/mcp'
import { createFurrow, type KeyScope } from '@furrow/sdk'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../ground/context.ts'
import { version } from '../../ground/version.ts'
import { askInProcess } from './ask-in-process.ts'

/** Loaded by the first request, since most installations have no agents. */
export async function serveMcp(
  app: FastifyInstance,
  { config, log }: Pick<Context, 'config' | 'log'>,
  request: FastifyRequest,
): Promise<Response> {
  const token = request.headers.authorization?.replace(/^bearer +/i, '').trim()
  const furrow = createFurrow({
    baseUrl: `http://localhost${config.basePath}`,
    fetch: askInProcess(app, request),
    retry: { attempts: 1 },
    ...(token !== undefined && { token }),
  })
  // Nothing is kept between two requests: any process answers any of them, and none holds a stream.
  const handler = createMcpHandler(() => createMcpServer(furrow, version), {
    maxSubscriptions: 0,
    keepAliveMs: 0,
    onerror: error => log.debug({ reason: error.message }, 'a request of MCP was refused'),
  })
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'content-length' ? [[name, value] as [string, string]] : [],
  )
  const body = JSON.stringify(request.body)
  const asked = new Request('http://localhost/mcp', { method: 'POST', headers, body })
  return handler.fetch(asked, { parsedBody: request.body })
}

/** The scopes that a request needs one of; null where everyone may make it. */
export function scopesOf(body: unknown): readonly KeyScope[] | null {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } }
  if (method !== 'tools/call') return null
  const { scopes = [] } = tools.find(({ name }) => name === params?.name) ?? {}
  return scopes.length === 0 ? null : scopes
}
