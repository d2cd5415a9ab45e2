import { ImportedQuest, QuestImport } from '@furrow/sdk/contract'
import { session } from '../auth/session.ts'
import type { Routes } from '../http/routes.ts'
import { importQuest } from './import.ts'

export const importRoutes: Routes = async (app, { context }) => {
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
      return importQuest(context, request.caller, request.body)
    },
  )
}
