import { hasLeft, type ProfileCard } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nobody, sameAddress, shortAddress } from '../ui/address.ts'
import { quoted } from '../ui/quoted.ts'
import { useCard, useIsNaming } from './cards.ts'
import { Face } from './face.tsx'
import { Name } from './name.tsx'
import { shownName } from './shown-name.ts'
import { useConfig } from './use-config.ts'

/** The platform wallet, and an account that left, have a fixed name and never a chosen one. */
function usePart(address: string): string | null {
  const { platformWallet } = useConfig()
  if (hasLeft(address)) return t`Somebody who left`
  return sameAddress(address, platformWallet ?? nobody) ? t`Platform` : null
}

/** An address's name in a text: what is not proved has the address beside it, or its picture, where it is `pictured`. */
export function useNameOf(address: string, pictured = false): string {
  const part = usePart(address)
  const card = useCard(address)
  const short = shortAddress(address)
  if (part !== null) return part
  // Isolated: a name may be written from right to left.
  const shown = shownName(card)
  if (shown === null) return short
  const name = `\u2068${shown.name}\u2069`
  if (shown.kind === 'proved') return name
  if (shown.kind === 'chosen' && pictured) return quoted(name)
  return shown.kind === 'chosen' ? `${quoted(name)} ${short}` : t`${name} (claimed) ${short}`
}

/** Somebody's picture and name, for the heading of a dialog: no link leads away from what is typed there. */
export function Person({ address }: { address: string }) {
  const name = useNameOf(address, true)
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 align-bottom">
      <Face address={address} size={24} />
      <span className="truncate">{name}</span>
    </span>
  )
}

type AddressLinkProps = {
  readonly address: string
  /** Whether the picture of the address stands beside it already. */
  readonly pictured?: boolean
  /** Replaces the name. */
  readonly children?: ReactNode
}

/** A link to the profile of an address. */
export function AddressLink({ address, pictured = false, children }: AddressLinkProps) {
  const part = usePart(address)
  const card = useCard(address)
  if (address === nobody) return <span className="font-medium">{children ?? part}</span>
  return (
    <Link
      to="/profile/$address"
      params={{ address }}
      data-person={address}
      className="rounded font-medium whitespace-nowrap tabular-nums underline decoration-line decoration-2 underline-offset-4 hover:decoration-moss"
    >
      {children ?? part ?? <Called card={card} address={address} pictured={pictured} />}
    </Link>
  )
}

/** A short address, and its place alone while a name may still come. */
export function Unnamed({ address }: { address: string }) {
  const isNaming = useIsNaming(address)
  const short = shortAddress(address)
  return isNaming ? (
    <span className="rounded bg-line">
      <span className="opacity-0">{short}</span>
    </span>
  ) : (
    short
  )
}

type CalledProps = Required<Omit<AddressLinkProps, 'children'>> & { readonly card: ProfileCard | undefined }

function Called({ card, address, pictured }: CalledProps) {
  const shown = shownName(card)
  if (shown === null) return <Unnamed address={address} />
  return (
    <>
      {/* Anybody may choose this name too: the picture of the address tells them apart. */}
      {shown.kind === 'chosen' && !pictured && (
        <span className="mr-1 inline-block align-middle">
          <Face address={address} size={18} />
        </span>
      )}
      <Name
        {...shown}
        className="inline-block max-w-[12rem] truncate align-bottom [text-decoration:inherit]"
      />
      {/* The card of a person has the address; a claim that nothing proves keeps it in sight. */}
      {shown.kind === 'claimed' && <span className="text-muted"> {shortAddress(address)}</span>}
    </>
  )
}
