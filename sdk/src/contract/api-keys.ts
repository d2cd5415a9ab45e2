import { type Static, Type } from 'typebox'
import { keyScopes } from './key-scopes.ts'
import { Text } from './text.ts'

export type KeyScope = keyof typeof keyScopes
export const KeyScope = Type.Enum(Object.keys(keyScopes) as KeyScope[])

export const ApiKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(KeyScope),
  agent: Type.Boolean({ description: "Whether it is an agent's: events of quests then say `via: agent`" }),
  createdAt: Type.String(),
  expiresAt: Type.String(),
  usedAt: Type.Union([Type.String(), Type.Null()], {
    description: 'When it was last used, to the day; null for never',
  }),
})
export type ApiKey = Static<typeof ApiKey>

export const NewApiKey = Type.Object({
  ...ApiKey.properties,
  key: Type.String({ description: 'Goes into `Authorization: Bearer`; shown only once' }),
})
export type NewApiKey = Static<typeof NewApiKey>

export const ApiKeyRef = Type.Object({ id: Text(32) })
export type ApiKeyRef = Static<typeof ApiKeyRef>
