import { ImportedIssues, ImportedQuest, LabelImport, QuestImport } from '@furrow/sdk/contract'
import { session } from '../../access/auth/session.ts'
import { limitUse } from '../../ground/http/limits.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { createTurns } from '../../ground/http/turns.ts'
import { importQuest } from './import.ts'
import { importLabel } from './import-label.ts'

/** A code host may be slow, and strangers choose the issues. */
const most = { atOnce: 6, waiting: 60 }

export const importRoutes: Routes = async (app, { context }) => {
  const turns = createTurns({
    ...most,
    busy: 'Too many issues are being looked up at the code host; try again in a moment.',
  })
  const limit = limitUse(
    context,
    context.config.quotas.importsAnHour,
    'Your network has looked up too many issues.',
  )
  app.post(
    '/quests/import',
    {
      ...session(context, 'give'),
      schema: {
        summary: 'A quest of an issue at the code host',
        description: 'To be looked over, and posted or kept as a draft; by itself this changes nothing.',
        body: QuestImport,
        response: { 200: ImportedQuest },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      limit(request.ip)
      return turns.take(request.ip, () => importQuest(context, request.caller, request.body))
    },
  )
  app.post(
    '/quests/import/label',
    {
      ...session(context, 'give'),
      schema: {
        summary: 'Quests of the open issues with a label',
        description:
          'At most a hundred, the newest first, to be looked over and posted one by one; by itself this changes nothing. It counts as one import.',
        body: LabelImport,
        response: { 200: ImportedIssues },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      limit(request.ip)
      return turns.take(request.ip, () => importLabel(context, request.caller, request.body))
    },
  )
}
