import { Link } from '@tanstack/react-router'

/** `0x1234…cdef`. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

export function AddressLink({ address, name }: { address: string; name?: string | null | undefined }) {
  return (
    <Link
      to="/profile/$address"
      params={{ address }}
      title={address}
      className="rounded font-medium underline decoration-line decoration-2 underline-offset-4 hover:decoration-moss"
    >
      {name || <span className="tabular-nums">{shortAddress(address)}</span>}
    </Link>
  )
}
