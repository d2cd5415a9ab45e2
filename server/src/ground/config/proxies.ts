import { BlockList, isIP } from 'node:net'
import type { Reader } from './reader.ts'

/** Whether the peer at that hop is trusted to name the client it speaks for. */
export type TrustProxy = (address: string, hop: number) => boolean

/** The networks of RFC 1918 and their like, by their usual names in such settings. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** `true` is one hop, the proxy in front: trusting every hop would trust what the client itself wrote. */
export function readTrustedProxies({ text, list, problems }: Reader): TrustProxy | false {
  const given = text('TRUST_PROXY') ?? 'false'
  if (given === 'false') return false
  const hops = given === 'true' ? 1 : Number(given)
  if (given === 'true' || /^\d+$/.test(given)) return hops > 0 && ((_address, hop) => hop < hops)
  const trusted = new BlockList()
  for (const item of list('TRUST_PROXY'))
    for (const network of named[item] ?? [item])
      if (!addNetwork(trusted, network))
        problems.push(
          `TRUST_PROXY must be true, false, a number of proxies, or list networks such as 10.0.0.0/8; it has "${item}".`,
        )
  return address => {
    const family = familyOf(address)
    return family !== null && trusted.check(address, family)
  }
}

function addNetwork(list: BlockList, text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = familyOf(address)
  if (family === null || rest.length > 0) return false
  if (prefix === undefined) {
    list.addAddress(address, family)
    return true
  }
  if (!/^\d+$/.test(prefix) || Number(prefix) > (family === 'ipv4' ? 32 : 128)) return false
  list.addSubnet(address, Number(prefix), family)
  return true
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : `ipv${version as 4 | 6}`
}
