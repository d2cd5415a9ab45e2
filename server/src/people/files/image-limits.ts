/** Images of these types are written anew before they are kept. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'

/** In all frames. A small file can say that it is a large image: each pixel takes four bytes once it is opened. */
export const mostPixels = 25_000_000
export const mostFrames = 200

export type Failure = 'unreadable' | 'too-large'
