import { NewTrustList, TrustList } from '@furrow/sdk/contract'
import { keepNothing } from '../../access/auth/no-store.ts'
import { session } from '../../access/auth/session.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { readOwnList, saveOwnList } from './own-list.ts'

export const trustRoutes: Routes = async (app, { context }) => {
  keepNothing(app)

  app.get(
    '/quests/trust',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'Your trust list',
        description:
          'Whom you vouch for at the code host, and from whom you take no work. Nobody else reads it.',
        response: { 200: TrustList },
      },
    },
    request => readOwnList(context, request.caller),
  )

  app.put(
    '/quests/trust',
    {
      ...session(context, 'give'),
      schema: {
        summary: 'Save your trust list',
        description:
          'Over the one before. A denounced account gets no place in any quest of yours; quests that require `vouched` are for ' +
          'vouched accounts alone.',
        body: NewTrustList,
        response: { 200: TrustList },
      },
    },
    request => saveOwnList(context, request.caller, request.body),
  )
}
