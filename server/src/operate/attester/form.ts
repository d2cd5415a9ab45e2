import { type Static, Type } from 'typebox'

export const Asked = Type.Object(
  {
    chainId: Type.Integer({ minimum: 1, maximum: 2 ** 50 }),
    contract: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
    escrow: Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' }),
    farmer: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
    questId: Type.String({ minLength: 1, maxLength: 100 }),
    repository: Type.String({ minLength: 1, maxLength: 300 }),
    pullRequest: Type.Integer({ minimum: 1, maximum: 2 ** 31 }),
    /** The quest to whose reward this deposit adds, which has the issue. */
    companionOf: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  { additionalProperties: false },
)
export type Asked = Static<typeof Asked>

/** The attester's word; the deadline is in seconds since 1970. */
export type Word = {
  readonly attester: string
  readonly deadline: number
  readonly signature: string
  /** A hash of the merge, for the third version of the contract, which is told it. */
  readonly work?: string
}
