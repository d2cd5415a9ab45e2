import type { KeyScope } from '@furrow/sdk/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../ground/config/config.ts'
import { originOf } from '../../ground/http/origin.ts'

export const metadataPath = '/.well-known/oauth-protected-resource'

export const placeOf = (request: FastifyRequest, config: Config): string =>
  config.givenUrl ?? originOf(request, config)

/** RFC 6750 and 9728: where a client learns how to get a key. Every value is one of ours, so none needs escaping. */
export function challenge(
  origin: string,
  {
    error,
    scopes = [],
  }: { error?: 'invalid_token' | 'insufficient_scope'; scopes?: readonly KeyScope[] } = {},
): string {
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(' ')}"`]),
    `resource_metadata="${origin}${metadataPath}/mcp"`,
  ]
  return `Bearer ${parts.join(', ')}`
}
