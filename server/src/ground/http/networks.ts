import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** How many times the bound of one client holds for all of a /48 together: a site, with many a /64. */
export const sitesShare = 8

/**
 * Who counts as one client: an IPv4 address; of IPv6 the /64, since a customer has at least that, and could take each
 * request from another address of it. A client that has gone away already has no address.
 */
export function clientOf(ip: string | undefined): string {
  if (ip === undefined || !ip.includes(':') || ip.includes('.')) return ip ?? ''
  return groupsOf(ip, 4)
}

/** The /48 of an IPv6 address: what providers give to anyone who asks, and holds 65,536 of the /64. Null for IPv4. */
export function siteOf(ip: string | undefined): string | null {
  return ip === undefined || !ip.includes(':') || ip.includes('.') ? null : `${groupsOf(ip, 3)}/48`
}

/** Those who take turns as one: all of a /48, since whoever has one has 65,536 of the /64; else the client. */
export function holderOf(ip: string | undefined): string {
  return siteOf(ip) ?? clientOf(ip)
}

/** What is kept of a network: enough to tell it from others, for whoever has the key. */
export function digestOfNetwork(key: string, network: string): string {
  return createHmac('sha256', key).update(`network ${network}`).digest('base64url').slice(0, 16)
}

/** In one form, however it was written. What is no address stays what it is, and counts as itself. */
function groupsOf(ip: string, count: number): string {
  if (!isIPv6(ip)) return ip
  const [before = [], after = []] = ip.split('::').map(part => part.split(':').filter(group => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, count)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}
