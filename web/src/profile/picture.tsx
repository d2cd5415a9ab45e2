import { Avatar } from '../ui/avatar.tsx'

/** Somebody's picture, where he gave the https address of one. */
export function Picture({ photo, address, size }: { photo: string; address: string; size: number }) {
  if (!/^https:\/\//.test(photo)) return <Avatar address={address} size={size} />
  return (
    <img
      src={photo}
      alt=""
      width={size}
      height={size}
      className="aspect-square shrink-0 rounded-full object-cover"
      referrerPolicy="no-referrer"
      loading="lazy"
    />
  )
}
