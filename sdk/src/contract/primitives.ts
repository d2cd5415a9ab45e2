import { type Static, type TSchema, Type } from 'typebox'

/** An Ethereum address, 20 bytes in hex. Any letter case is accepted; responses carry the EIP-55 form. */
export const Address = Type.String({ pattern: '^0[xX][0-9a-fA-F]{40}$', description: 'Ethereum address' })

/** An instant: ISO 8601, UTC, milliseconds. */
export const Instant = Type.String({ format: 'date-time', description: 'ISO 8601 UTC timestamp' })

/** An amount of one token, as exact decimal digits: `"120.5"`. Never a float. */
export const Amount = Type.Object({
  token: Type.String({ description: 'Token symbol' }),
  amount: Type.String({ description: 'Exact decimal amount' }),
})
export type Amount = Static<typeof Amount>

/** The body of every failure, whatever its status. */
export const Failure = Type.Object(
  {
    error: Type.String({ description: 'The error, in a sentence' }),
    code: Type.String({ description: 'Its stable name, which always has the same meaning' }),
  },
  { description: 'A failure' },
)
export type Failure = Static<typeof Failure>

export const Success = Type.Object({ success: Type.Boolean() })
export type Success = Static<typeof Success>

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
