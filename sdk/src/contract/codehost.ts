import { type Static, Type } from 'typebox'

export const CodehostCode = Type.Object({ code: Type.String({ minLength: 1, maxLength: 512 }) })
export type CodehostCode = Static<typeof CodehostCode>

export const CodehostToken = Type.Object({
  username: Type.String({ description: 'The login at the code host' }),
  token: Type.String({ description: 'The access token; the service keeps no copy' }),
})
export type CodehostToken = Static<typeof CodehostToken>
