import { BlockList, isIP } from 'node:net'

/** IPv4 outside the public internet (IANA's special-purpose registry), and Azure's metadata service, which looks public. */
const special = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
  addNetwork(network, 'ipv4')

/** The only IPv6 that is given out for public use; mapped, translated, local and multicast addresses are outside. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Exceptions within it: protocol assignments with Teredo and benchmarking, documentation, 6to4, documentation again. */
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) addNetwork(network, 'ipv6')

function addNetwork(network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = network.split('/')
  special.addSubnet(address, Number(bits), family)
}

const localName = /^[^.]*\.?$|\.(localhost|localdomain|local|lan|internal|home\.arpa)\.?$/i

export function isLocalName(host: string): boolean {
  return localName.test(host)
}

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4')
    case 6:
      return !address.includes('%') && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
    default:
      return false
  }
}

/** A host of this machine or its private network, by its name or address: traffic to it crosses no network of strangers. */
export function isNear(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  return isIP(name) === 0 ? isLocalName(name) : !isPublicAddress(name)
}
