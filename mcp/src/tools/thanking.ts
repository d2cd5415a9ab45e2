import { z } from 'zod'
import { adds, given, settles, tool } from '../tool.ts'
import { chainId, farmer, txHash } from './inputs.ts'

const thank = tool({
  name: 'thank',
  description:
    'Promises a thanks in the name of the wallet: for a merged pull request that nobody posted (`url`), or a tip for finished work (`questId` and `farmer`). Nobody sees it and nothing is owed before it is paid; it lapses after 7 days. Moves no money: the wallet pays `farmer`, then tell of it with thanks_paid.',
  input: z.object({
    url: z.string().min(1).max(500).optional().describe('The address of the merged pull request'),
    questId: z.string().min(1).max(100).optional().describe('For a tip: the quest'),
    farmer: farmer.optional(),
    amount: z
      .string()
      .regex(/^[0-9]{1,15}(\.[0-9]{1,18})?$/)
      .describe('Exact digits: 12.5'),
    token: z.string().min(1).max(20).describe('USDC'),
  }),
  scopes: ['give'],
  hints: adds,
  act: async (furrow, { amount, token, ...about }) => ({
    found: await furrow.thanks.promise({ ...given(about), amount, token }),
  }),
})

const thanksPaid = tool({
  name: 'thanks_paid',
  description:
    'Shows the transaction from the wallet that pays a promised thanks. Without one it is your word, which the one who is thanked confirms or not.',
  input: z.object({
    id: z.string().min(1).max(120).describe('The id of the thanks'),
    txHash,
    chainId,
  }),
  scopes: ['give'],
  hints: settles,
  act: async ({ thanks }, { id, txHash, chainId }) => ({
    found: txHash === undefined ? await thanks.sayPaid(id) : await thanks.paid(id, txHash, chainId),
  }),
})

export const thanking = [thank, thanksPaid]
