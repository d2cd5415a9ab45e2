import { type ReactNode, useState } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { useCard } from './cards.ts'

/** Larger faces need the larger picture, on a screen with two dots to a pixel. */
const largest = 48

type FaceProps = { address: string; size?: number }

/** Somebody's picture, where the service has one; else a drawing made from the address. The name is beside it. */
export function Face({ address, size = 40 }: FaceProps) {
  return <FaceWith picture={useCard(address)?.picture} address={address} size={size} />
}

type FaceWithProps = Required<FaceProps> & {
  picture: string | undefined
  /** Called when the expected picture cannot be loaded. */
  onMissing?: () => void
}

/** The same, where it is known already whether there is a picture. */
export function FaceWith({ picture, address, size, onMissing }: FaceWithProps) {
  const drawn = <Avatar address={address} size={size} />
  if (picture === undefined) return drawn
  return (
    <Picture
      key={picture}
      path={size > largest ? `${picture}&size=192` : picture}
      size={size}
      onMissing={onMissing}
    >
      {drawn}
    </Picture>
  )
}

type PictureProps = {
  path: string
  size: number
  onMissing: (() => void) | undefined
  children: ReactNode
}

/** Replaces the drawing once the picture can be painted: nothing flashes or moves, and a missing picture leaves the drawing. */
function Picture({ path, size, onMissing, children }: PictureProps) {
  const [isThere, setThere] = useState(false)
  const show = () => setThere(true)
  return (
    <span className="relative inline-block shrink-0">
      <span className={isThere ? 'block opacity-0' : 'block'}>{children}</span>
      <img
        src={path}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={onMissing}
        onLoad={({ currentTarget }) => currentTarget.decode().then(show, () => {})}
        className={`absolute inset-0 rounded-full object-cover ${isThere ? '' : 'opacity-0'}`}
      />
    </span>
  )
}
