import { NewQuest, Quest, QuestChange, QuestQuery } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import type { Address } from '../address.ts'
import { toAddress } from '../address.ts'
import type { Context } from '../context.ts'
import { nextLink } from '../http/links.ts'
import { queryOf } from '../http/queries.ts'
import type { Routes } from '../http/routes.ts'
import { session } from '../http/session.ts'
import { reviewParty } from '../reputation/reviews.ts'
import { listQuests, readStatus } from './list.ts'
import { acceptQuest, withdrawFromQuest } from './places.ts'
import { readQuestChange } from './quest-change.ts'
import { postQuest } from './quests.ts'
import { readQuest } from './show.ts'
import {
  approveWork,
  cancelQuest,
  completeQuest,
  disputeWork,
  fundQuest,
  keepStatus,
  resolveDispute,
  submitWork,
} from './work.ts'

export const questRoutes: Routes = async (app, { context, sendBoard }) => {
  app.get(
    '/quests',
    { schema: { summary: 'Find quests', querystring: QuestQuery, response: { 200: Type.Array(Quest) } } },
    (request, reply) => {
      sendBoard(request, reply, 'quests', queryOf(request.url), async () => {
        const { quests, next } = await listQuests(context.db, request.query)
        return { value: quests, ...(next !== null && { headers: { link: nextLink(request.url, next) } }) }
      })
    },
  )

  app.post(
    '/quests',
    {
      ...session(context),
      schema: { summary: 'Post a quest', body: NewQuest, response: { 201: Quest } },
    },
    async (request, reply) => {
      const quest = await postQuest(context, request.caller, request.body)
      return reply.code(201).send(quest)
    },
  )

  app.patch(
    '/quests',
    {
      ...session(context),
      schema: { summary: 'Act on a quest', body: QuestChange, response: { 200: Quest } },
      // The union's own complaint is dropped: readQuestChange has a better sentence for it.
      attachValidation: true,
    },
    async request => {
      const change = readQuestChange(request)
      await changeQuest(context, request.caller, change)
      return readQuest(context.db, change.questId)
    },
  )
}

async function changeQuest(context: Context, caller: Address, change: QuestChange): Promise<void> {
  const { questId } = change
  if ('status' in change) {
    const status = readStatus(change.status)
    if (status === 'completed') return completeQuest(context, caller, questId)
    if (status === 'cancelled') return cancelQuest(context, caller, questId)
    return keepStatus(context, caller, questId, status)
  }
  switch (change.action) {
    case 'accept':
      return acceptQuest(context, caller, questId)
    case 'withdraw':
      return withdrawFromQuest(context, caller, questId)
    case 'submit':
      return submitWork(context, caller, change)
    case 'approve':
      return approveWork(context, caller, change)
    case 'dispute':
      return disputeWork(context, caller, change)
    case 'resolve':
      return resolveDispute(context, caller, change)
    case 'review':
      return reviewParty(context, caller, { ...change, address: toAddress(change.address) })
    case 'fund':
      return fundQuest(context, caller, questId)
  }
}
