import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** A site (/48) holds many /64 networks: together they get this many times one client's bound. */
export const sitesShare = 8

/** An IPv4 address, or the /64 of IPv6, since a customer has at least that; empty for a client that has disconnected. */
export function clientOf(ip: string | undefined): string {
  if (ip === undefined || !ip.includes(':') || ip.includes('.')) return ip ?? ''
  return groupsOf(ip, 4)
}

/** The /48 of an IPv6 address: providers give one to anyone who asks, and it holds 65,536 /64 networks. Null for IPv4. */
export function siteOf(ip: string | undefined): string | null {
  return ip === undefined || !ip.includes(':') || ip.includes('.') ? null : `${groupsOf(ip, 3)}/48`
}

/** The holder of a turn: all of a /48, since its owner has 65,536 /64 networks; else the client. */
export function holderOf(ip: string | undefined): string {
  return siteOf(ip) ?? clientOf(ip)
}

/** A keyed digest, which tells networks apart only for holders of the key. */
export function digestOfNetwork(key: string, network: string): string {
  return createHmac('sha256', key).update(`network ${network}`).digest('base64url').slice(0, 16)
}

/** Normalises the address. An invalid one stays as it is, and counts as itself. */
function groupsOf(ip: string, count: number): string {
  if (!isIPv6(ip)) return ip
  const [before = [], after = []] = ip.split('::').map(part => part.split(':').filter(group => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, count)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}
