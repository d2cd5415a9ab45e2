import { useState } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { useCard } from './cards.ts'

/** From here on, on a screen with two dots to a pixel, the smaller picture is not enough. */
const largest = 48

type FaceProps = { address: string; size?: number }

/** Somebody's picture, where the service has one to show; else what is drawn of his address. The name is beside it. */
export function Face({ address, size = 40 }: FaceProps) {
  return <FaceWith picture={useCard(address)?.picture} address={address} size={size} />
}

/** The same, where it is known already whether there is a picture. */
export function FaceWith({ picture, address, size }: Required<FaceProps> & { picture: string | undefined }) {
  const drawn = <Avatar address={address} size={size} />
  if (picture === undefined) return drawn
  return (
    <span className="relative inline-block shrink-0">
      {drawn}
      <Picture key={picture} path={size > largest ? `${picture}&size=192` : picture} size={size} />
    </span>
  )
}

/** Over what is drawn, and seen when all of it is there: so nothing flashes or moves, and what cannot be had is not missed. */
function Picture({ path, size }: { path: string; size: number }) {
  const [isThere, setThere] = useState(false)
  return (
    <img
      src={path}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onLoad={() => setThere(true)}
      className={`absolute inset-0 rounded-full object-cover ${isThere ? '' : 'opacity-0'}`}
    />
  )
}
