import { type Static, Type } from 'typebox'
import { Address } from './primitives.ts'
import { SplitAccount } from './sharing.ts'
import { Text } from './text.ts'

export const ApprovalQuery = Type.Object({
  questId: Text(200, { minLength: 1 }),
  farmer: Address,
})
export type ApprovalQuery = Static<typeof ApprovalQuery>

/** All that the giver of a quest on chain signs to pay a farmer at once. */
export const ApprovalTerms = Type.Object({
  chainId: Type.Integer(),
  escrow: Type.String({ description: 'The address of the QuestEscrow contract' }),
  escrowId: Type.String({ description: "The contract's id of the deposit, 32 bytes in hex" }),
  farmer: Address,
  split: Type.Optional(SplitAccount),
  returned: Type.Integer({ description: 'How often the contract gave the work back' }),
  disputedAt: Type.Integer({
    description: 'When the contract was told of the dispute, in seconds since 1970; 0 without one',
  }),
  deadline: Type.Integer({
    description:
      'A day from now, in seconds since 1970; sign another one from 5 minutes to 7 days from now as you like',
  }),
  version: Type.Optional(
    Type.Integer({
      description: 'The version of the contract, which its EIP-712 domain names; 2 where it is left out',
    }),
  ),
  proposed: Type.Boolean({
    description: 'Whether the contract knows of the work; if not, it is proposed and paid in one transaction',
  }),
})
export type ApprovalTerms = Static<typeof ApprovalTerms>
