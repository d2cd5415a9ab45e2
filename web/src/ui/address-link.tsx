import { Link } from '@tanstack/react-router'
import { useConfig } from '../app/furrow.ts'

/** `0x1234…cdef`. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** A text that names people, where there is little room. */
export function shortenAddresses(text: string): string {
  return text.replace(/\b0x[0-9a-fA-F]{40}\b/g, shortAddress)
}

/** Whom the service's own notices are from where it has no platform wallet: nobody who could be answered. */
export const nobody = `0x${'0'.repeat(40)}`

/** What to call an address: the platform by its part, others by themselves. */
export function useNameOf(address: string): string {
  const { platformWallet } = useConfig()
  const isPlatform = address.toLowerCase() === (platformWallet ?? nobody).toLowerCase()
  return isPlatform ? 'Platform' : shortAddress(address)
}

export function AddressLink({ address }: { address: string }) {
  const name = useNameOf(address)
  if (address === nobody) return <span className="font-medium">{name}</span>
  return (
    <Link
      to="/profile/$address"
      params={{ address }}
      title={address}
      className="rounded font-medium tabular-nums underline decoration-line decoration-2 underline-offset-4 hover:decoration-moss"
    >
      {name}
    </Link>
  )
}
