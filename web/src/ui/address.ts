/** The sender of the service's own notices where it has no platform wallet: an address that nobody could answer. */
export const nobody = `0x${'0'.repeat(40)}`

/** Whether both are given, and are one address: they come in any case. */
export function sameAddress(one: string | null | undefined, other: string | null | undefined): boolean {
  return one != null && one.toLowerCase() === other?.toLowerCase()
}

/** `0x1234…cdef`. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** The parts of a text: every second one is an address. */
export function addressesIn(text: string): string[] {
  return text.split(/(\b0x[0-9a-fA-F]{40}\b)/)
}
