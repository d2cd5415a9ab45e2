import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/**
 * Where this service is for who asks: links that leave it are absolute. What a request says of its host counts where that is
 * one of the community's domains; so nobody has links made that lead elsewhere, or another one kept for each host he thinks of.
 */
export function originOf({ protocol, host }: FastifyRequest, { siweDomains }: Config): string {
  // Who speaks HTTP/1.0 may name no host.
  const asked = String(host ?? '').toLowerCase()
  if (siweDomains !== null)
    return `${protocol}://${siweDomains.includes(asked) ? asked : (siweDomains[0] ?? asked)}`
  // In development any host is taken, if it is one.
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/.test(asked)
    ? `${protocol}://${asked}`
    : 'http://localhost'
}
