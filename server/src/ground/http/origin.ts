import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/** The request's host counts only if it is one of the community's domains: else anybody could forge links. */
export function originOf({ protocol, host }: FastifyRequest, { siweDomains }: Config): string {
  // HTTP/1.0 requests may name no host.
  const asked = String(host ?? '').toLowerCase()
  if (siweDomains !== null)
    return `${protocol}://${siweDomains.includes(asked) ? asked : (siweDomains[0] ?? asked)}`
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/.test(asked)
    ? `${protocol}://${asked}`
    : 'http://localhost'
}
