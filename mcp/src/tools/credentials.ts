import { z } from 'zod'
import { adds, given, tool } from '../tool.ts'
import { id } from './inputs.ts'

export const takeCredential = tool({
  name: 'take_credential',
  description:
    'Takes a signed credential for the wallet’s own released work in a quest, whose payment a chain shows and whose merge proves it: an Open Badge (JWT), or an attestation for EAS. There is one for each work, form, and with or without the reward; `link` shows it to everybody who has it.',
  input: z.object({
    id,
    form: z.enum(['badge', 'attestation']).optional().describe('badge by default'),
    reward: z
      .boolean()
      .optional()
      .describe('Whether it says the amount and the token; not unless the wallet’s owner wishes'),
  }),
  scopes: ['take'],
  hints: adds,
  act: async (furrow, { id: questId, ...wish }) => {
    const { id, status, url, issuedAt } = await furrow.credentials.take({ questId, ...given(wish) })
    return { found: { id, status, questId, issuedAt, link: url } }
  },
})
