import { ApprovalQuery, ApprovalTerms } from '@furrow/sdk/contract'
import { session } from '../../access/auth/session.ts'
import { toAddress } from '../../ground/address.ts'
import { ForbiddenError } from '../../ground/errors.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { readApprovalTerms } from '../rails/chain-rail/approvals.ts'
import { findQuestRow } from './one-quest.ts'

export const approvalRoutes: Routes = async (app, { context }) => {
  app.get(
    '/quests/approval',
    {
      ...session(context, 'give'),
      schema: {
        summary: 'What you sign to approve work without gas',
        description:
          'For the giver of a quest whose money is in the second version of the contract. The answer is the message of ' +
          'EIP-712 typed data, Approval(bytes32 escrow,address farmer,uint8 returned,uint64 disputedAt,uint256 deadline) ' +
          'with `escrowId` as its escrow, in the domain QuestEscrow, version 2, of the chain and the contract. The ' +
          'signature goes to PATCH /quests with the action sign-approval.',
        querystring: ApprovalQuery,
        response: { 200: ApprovalTerms },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { questId, farmer } = request.query
      const quest = await findQuestRow(context.db, questId)
      if (quest.giver !== request.caller)
        throw new ForbiddenError("Only the quest's giver may do this.", { code: 'giver-only' })
      return readApprovalTerms(context, quest, toAddress(farmer))
    },
  )
}
