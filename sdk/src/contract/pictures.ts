import { type Static, Type } from 'typebox'

const Version = Type.Optional(
  Type.String({ maxLength: 64, description: 'As in `picture`: a photo that changes has another address' }),
)

export const FaceQuery = Type.Object({
  size: Type.Optional(Type.Enum(['96', '192'], { description: 'Pixels of a side; 96 where it is not said' })),
  v: Version,
})
export type FaceQuery = Static<typeof FaceQuery>

export const LogoQuery = Type.Object({
  size: Type.Optional(Type.Enum(['96', '512'], { description: 'Pixels of a side; 96 where it is not said' })),
  v: Version,
})
export type LogoQuery = Static<typeof LogoQuery>
