import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nobody, sameAddress, shortAddress } from '../ui/address.ts'
import { useConfig } from './use-config.ts'

/** What to call an address: the platform by its part, others by themselves. */
export function useNameOf(address: string): string {
  const { platformWallet } = useConfig()
  return sameAddress(address, platformWallet ?? nobody) ? 'Platform' : shortAddress(address)
}

/** To what is known of an address; `children` calls it by another name. */
export function AddressLink({ address, children }: { address: string; children?: ReactNode }) {
  const name = useNameOf(address)
  if (address === nobody) return <span className="font-medium">{children ?? name}</span>
  return (
    <Link
      to="/profile/$address"
      params={{ address }}
      title={address}
      className="rounded font-medium whitespace-nowrap tabular-nums underline decoration-line decoration-2 underline-offset-4 hover:decoration-moss"
    >
      {children ?? name}
    </Link>
  )
}
