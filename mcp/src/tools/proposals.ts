import { z } from 'zod'
import { given, reads, settles, tool } from '../tool.ts'
import { txHash } from './inputs.ts'

const id = z.string().min(1).max(100).describe('The id of the proposal')

const listProposals = tool({
  name: 'list_proposals',
  description:
    'Proposals of the community with their votes, the newest first, at most 20 at once; `next` leads on.',
  input: z.object({ cursor: z.string().max(100).optional().describe('`next` of the page before') }),
  scopes: [],
  hints: reads,
  async act({ communityDao }, query) {
    const { items, cursor } = await communityDao.page({ ...given(query), limit: '20' })
    return { found: { proposals: items.proposals, next: cursor } }
  },
})

const getProposal = tool({
  name: 'get_proposal',
  description:
    'One proposal with its vote, and where it pays: each work with its state, and whether the treasury may pay it now. Voting needs the wallet of a member, on the community page.',
  input: z.object({ id }),
  scopes: [],
  hints: reads,
  act: async ({ communityDao }, { id }) => ({ found: await communityDao.proposal(id) }),
})

const proposalPaid = tool({
  name: 'proposal_paid',
  description:
    "Shows the treasury's transaction for a passed proposal that pays works; tells of each work whether it is paid. It moves no money.",
  input: z.object({
    id,
    txHash: txHash.unwrap().describe('The hash of the transaction'),
  }),
  scopes: ['give'],
  hints: settles,
  act: async ({ communityDao }, { id, txHash }) => ({
    found: { works: await communityDao.showPaid(id, txHash) },
  }),
})

export const proposals = [listProposals, getProposal, proposalPaid]
