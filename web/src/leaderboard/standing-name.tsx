import { AddressLink } from '../service/address-link.tsx'
import { sameAddress } from '../ui/address.ts'
import type { Standing } from './standing.ts'

export function StandingName({ standing: { address, name } }: { standing: Standing }) {
  if (address !== null) return <AddressLink address={address} pictured />
  return (
    <span dir="auto" className="font-semibold [overflow-wrap:anywhere]">
      {name}
    </span>
  )
}

export function isReader({ address }: Standing, reader: string | null): boolean {
  return sameAddress(address, reader)
}

/** A guild has no address to draw a field from: its first letter, on a shield. */
export function GuildMark({ name, size }: { name: string; size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className="shrink-0" aria-hidden="true">
      <path d="M16 1 29 5v11c0 8-6 12.5-13 15C9 28.5 3 24 3 16V5Z" className="fill-moss" />
      <text x="16" y="21" textAnchor="middle" className="fill-on-moss text-[15px] font-bold">
        {[...name][0]?.toUpperCase()}
      </text>
    </svg>
  )
}
