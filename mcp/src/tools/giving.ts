import type { NewQuest } from '@furrow/sdk'
import { z } from 'zod'
import { adds, given, settles, tool } from '../tool.ts'
import { farmer, id, requestId } from './inputs.ts'

const newQuest = {
  title: z.string().min(1).max(200),
  description: z.string().min(1).max(20_000).describe('What is to be done, and what counts as done'),
  rewardAmount: z.number().min(0).describe('For each farmer'),
  rewardToken: z.string().min(1).max(20).describe('USDC'),
  maxFarmers: z.number().int().min(1).max(1_000).default(1).describe('The number of places'),
  category: z.string().min(1).max(64),
  skills: z.array(z.string().min(1).max(64)).max(50).default([]),
  codehostRepo: z
    .string()
    .max(300)
    .optional()
    .describe('owner/name: a merged pull request there proves the work'),
  codehostIssue: z.string().max(300).optional().describe('The issue that the pull request closes'),
  deadline: z.string().max(40).optional().describe('ISO 8601: nobody joins later'),
  admission: z.enum(['open', 'application']).optional().describe('application: you choose among applicants'),
  requires: z
    .object({
      verifiedCodehost: z.boolean().optional().describe('A proved account at the code host'),
      minCompleted: z.number().int().min(0).max(1_000).optional().describe('Finished quests'),
      accountAgeDays: z.number().int().min(0).max(36_500).optional(),
      maxHeldHere: z
        .number()
        .int()
        .min(0)
        .max(1_000)
        .optional()
        .describe('Your places of one farmer at once'),
      members: z.boolean().optional().describe('Members of the community DAO alone'),
      agents: z.enum(['any', 'disclosed', 'none', 'only']).optional(),
      vouched: z.boolean().optional().describe('Accounts that your trust list or the repository vouches for'),
      newcomers: z.number().int().min(0).max(1_000).optional().describe('Places kept for newcomers'),
    })
    .optional()
    .describe('Who may join'),
  questions: z
    .array(z.object({ text: z.string().min(1).max(300), required: z.boolean().default(false) }))
    .max(5)
    .optional()
    .describe('For admission application: applicants answer them, and only you read the answers'),
}

const newContest = {
  mode: z
    .enum(['places', 'contest'])
    .optional()
    .describe(
      'contest: people enter it (enter_contest), and you rank the entries; rewardAmount is the sum of prizes',
    ),
  prizes: z
    .array(z.string().max(40))
    .max(20)
    .optional()
    .describe('Of a contest: exact digits, the first first'),
  entriesUntil: z.string().max(40).optional().describe('Of a contest: ISO 8601'),
  decideUntil: z
    .string()
    .max(40)
    .optional()
    .describe('Of a contest: ISO 8601; without a ranking by then all entries are paid alike'),
  maxEntries: z.number().int().min(1).max(500).optional(),
  sealed: z.boolean().optional().describe('Of a contest: only its author reads an entry until entriesUntil'),
  rankBy: z
    .enum(['giver', 'votes'])
    .optional()
    .describe('Of a contest: votes has members of the community rank the entries, until decideUntil'),
}

const after = z
  .string()
  .max(100)
  .optional()
  .describe(
    'A quest of yours that it follows in a plan: it opens when that one is paid, for 72 hours to its farmers',
  )

const postQuest = tool({
  name: 'post_quest',
  description:
    'Posts a quest, and promises its reward for each place in the name of the wallet. Everybody reads it at once. On chain its deposit is paid by the wallet afterwards.',
  input: z.object({ ...newQuest, ...newContest, after, requestId }),
  scopes: ['give'],
  hints: adds,
  async act(furrow, { requestId, after, ...quest }) {
    return { found: await furrow.quests.post({ ...given({ after }), ...toQuest(quest) }, keyOf(requestId)) }
  },
})

const postPlan = tool({
  name: 'post_plan',
  description:
    'Posts two to ten quests that follow each other, all of them or none. When work of one is released, the next opens to its farmers alone for 72 hours, then to everybody.',
  input: z.object({
    parts: z.array(z.object(newQuest)).min(2).max(10).describe('In order'),
    after,
    requestId,
  }),
  scopes: ['give'],
  hints: adds,
  async act(furrow, { requestId, after, parts }) {
    const plan = { ...given({ after }), parts: parts.map(toQuest) }
    return { found: { quests: await furrow.quests.postPlan(plan, keyOf(requestId)) } }
  },
})

function toQuest({ requires, ...quest }: z.infer<z.ZodObject<typeof newQuest>>): NewQuest {
  const reward = `${quest.rewardAmount} ${quest.rewardToken}`
  return { ...given(quest), ...(requires && { requires: given(requires) }), reward }
}

function keyOf(requestId: string | undefined) {
  return requestId === undefined ? {} : { idempotencyKey: requestId }
}

const applications = tool({
  name: 'applications',
  description:
    'Applications for a quest of yours that wait for an answer, with the answers to your questions, and what each applicant did before.',
  input: z.object({
    id,
    sort: z.enum(['applied', 'record']).optional().describe('record: most finished work that counts first'),
    cursor: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  scopes: ['read'],
  hints: { readOnlyHint: true },
  async act(furrow, query) {
    const { items, cursor } = await furrow.quests.applications({ ...given(query), limit: '20' })
    return { found: { applications: items, next: cursor } }
  },
})

const admit = tool({
  name: 'admit_applicant',
  description: 'Gives an applicant a place in your quest.',
  input: z.object({ id, farmer }),
  scopes: ['give'],
  hints: adds,
  act: async (furrow, { id, farmer }) => ({ found: await furrow.quests.admit(id, farmer) }),
})

const approve = tool({
  name: 'approve_work',
  description:
    'Releases the pay for handed-in work of your quest now, and for good. Without it the pay is released when the review window is over, unless you return the work or a dispute starts.',
  input: z.object({ id, farmer }),
  scopes: ['give'],
  hints: settles,
  act: async (furrow, { id, farmer }) => ({ found: await furrow.quests.approve(id, farmer) }),
})

const giveBack = tool({
  name: 'return_work',
  description:
    'Returns handed-in work of your quest to be finished, and says what is missing; at most twice.',
  input: z.object({ id, farmer, note: z.string().min(1).max(5_000).describe('What is missing') }),
  scopes: ['give'],
  hints: adds,
  act: async (furrow, { id, farmer, note }) => ({ found: await furrow.quests.return(id, farmer, note) }),
})

const share = z
  .number()
  .gt(0)
  .lt(1)
  .describe("The farmer's part of the reward, with at most four decimals: 0.6; the giver has the rest back")

const proposePart = tool({
  name: 'propose_part',
  description:
    'Proposes to the other side, as giver or farmer of work in review or in dispute, that the farmer gets a part of the reward. Nothing changes until they agree.',
  input: z.object({
    id,
    farmer,
    share,
    note: z.string().max(2_000).optional().describe('Everybody reads it'),
  }),
  scopes: ['take', 'give'],
  hints: adds,
  act: async (furrow, { id, ...part }) => ({ found: await furrow.quests.proposePart(id, given(part)) }),
})

const agree = tool({
  name: 'agree_to_part',
  description:
    'Agrees to the part that the other side proposes (offer in get_quest): it is released and the rest goes back at once, and for good.',
  input: z.object({ id, farmer, share }),
  scopes: ['take', 'give'],
  hints: settles,
  act: async (furrow, { id, ...part }) => ({ found: await furrow.quests.agree(id, part) }),
})

const review = tool({
  name: 'review',
  description: 'Rates the other party of work that was released: 1 to 5, once, for everybody to read.',
  input: z.object({
    id,
    address: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/)
      .describe('The farmer, or the giver'),
    rating: z.number().int().min(1).max(5),
    comment: z.string().max(5_000).optional(),
  }),
  scopes: ['take', 'give'],
  hints: settles,
  act: async (furrow, { id, address, rating, comment }) => ({
    found: await furrow.quests.review(id, address, rating, comment),
  }),
})

export const giving = [
  postQuest,
  postPlan,
  applications,
  admit,
  approve,
  giveBack,
  proposePart,
  agree,
  review,
]
