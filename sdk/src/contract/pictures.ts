import { type Static, Type } from 'typebox'

/** Other parts of a `picture` query tell its versions apart, for caches. */
export const FaceQuery = Type.Object({
  size: Type.Optional(Type.Enum(['96', '192'], { description: 'Pixels of a side; 96 by default' })),
})
export type FaceQuery = Static<typeof FaceQuery>

export const LogoQuery = Type.Object({
  size: Type.Optional(Type.Enum(['96', '512'], { description: 'Pixels of a side; 96 by default' })),
})
export type LogoQuery = Static<typeof LogoQuery>
