import { hasLeft } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { useNameOf } from '../service/address-link.tsx'
import { nobody, sameAddress } from '../ui/address.ts'
import { useSession } from './session.tsx'

type MessageLinkProps = { readonly address: string; readonly className?: string }

/** Leads to a letter to the person beside whose name it stands; nobody writes to themselves, or to who left. */
export function MessageLink({ address, className = '' }: MessageLinkProps) {
  const { address: reader } = useSession()
  const who = useNameOf(address)
  if (sameAddress(reader, address) || address === nobody || hasLeft(address)) return null
  const label = t`Message ${who}`
  return (
    <Link
      to="/mail/new"
      search={{ to: address }}
      aria-label={label}
      title={label}
      className={`inline-grid size-8 shrink-0 place-items-center rounded-full align-middle text-muted hover:bg-moss-soft hover:text-ink print:hidden ${className}`}
    >
      <svg
        viewBox="0 0 24 24"
        className="size-4.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <rect x="3" y="5" width="18" height="14" rx="2.5" />
        <path d="m4 7.5 8 6 8-6" />
      </svg>
    </Link>
  )
}
