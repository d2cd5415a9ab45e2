import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/**
 * The service's own origin, for absolute links. The request's host counts only where it is one of the community's domains:
 * otherwise anybody could have links made that lead elsewhere, or fill a cache with one for each host they think of.
 */
export function originOf({ protocol, host }: FastifyRequest, { siweDomains }: Config): string {
  // HTTP/1.0 requests may name no host.
  const asked = String(host ?? '').toLowerCase()
  if (siweDomains !== null)
    return `${protocol}://${siweDomains.includes(asked) ? asked : (siweDomains[0] ?? asked)}`
  // In development any well-formed host is accepted.
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/.test(asked)
    ? `${protocol}://${asked}`
    : 'http://localhost'
}
