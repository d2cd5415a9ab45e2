import type { DuePayouts } from '@furrow/sdk'
import { toUnits } from '@furrow/sdk/amount'
import { callOf } from '@furrow/sdk/safe'
import { z } from 'zod'
import { given, settles, tool } from '../tool.ts'
import { chainId, farmer, id, txHash } from './inputs.ts'

const payDue = tool({
  name: 'pay_due',
  description:
    'Released work of your quests that you owe and have not paid, the longest due first, with its sums and how to pay each. It pays nothing itself: your wallet signs the transactions. Name a chain to have them made.',
  input: z.object({
    chainId: z.number().int().min(1).optional().describe('The chain on which you pay: 8453'),
    token: z.string().min(1).max(20).optional().describe('In this token alone: USDC'),
    cursor: z.string().max(300).optional().describe('`next` of the page before'),
  }),
  scopes: ['read'],
  hints: { readOnlyHint: true },
  async act(furrow, { chainId, ...query }) {
    const chain = chainId === undefined ? {} : { chainId: String(chainId) }
    const { items, cursor } = await furrow.payouts.due({ ...given(query), ...chain, limit: '50' })
    return {
      own: { how, transactions: chainId === undefined ? [] : callsFor(items, chainId) },
      found: { ...items, next: cursor },
    }
  },
})

const how = [
  'This server has no key of a wallet, and moves no money: ask the wallet, or its person, to pay.',
  'Each of `transactions` pays one work from the wallet of the giver. Send it as it is, once, to that chain.',
  'Where there are none, name the chain; or pay by another way.',
  'Then tell of each payment with tell_paid, or it stays due. A work that is told as paid is not listed again.',
]

/** A call for the wallet to send for each work, where the token's contract and its decimals are known. */
function callsFor({ works, sums }: DuePayouts, chainId: number) {
  return works.flatMap(({ questId, payee, amount, token }) => {
    const { address = null, decimals = null } = sums.find(sum => sum.token === token) ?? {}
    if (address === null || decimals === null) return []
    const units = toUnits(amount, decimals)
    return units === null ? [] : [{ questId, payee, chainId, ...callOf({ token: address, payee, units }) }]
  })
}

const tellPaid = tool({
  name: 'tell_paid',
  description:
    'Tells that work of your quest was paid. With a chain and a transaction the service looks the payment up; without a chain it is your word, which the farmer confirms or not.',
  input: z.object({
    id,
    farmer,
    txHash,
    chainId,
  }),
  scopes: ['give'],
  hints: settles,
  act: async ({ quests }, { id, farmer, txHash, chainId }) => ({
    found:
      txHash !== undefined && chainId !== undefined
        ? await quests.paid({ questId: id, farmer, txHash, chainId })
        : await quests.sayPaid(id, farmer, txHash),
  }),
})

export const paying = [payDue, tellPaid]
