import { MergeHint, Verification } from '@furrow/sdk/contract'
import { findBearer } from '../../access/auth/session.ts'
import { clientOf } from '../../ground/http/networks.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { tellerFrom } from './teller.ts'
import { verifyMerge } from './verify.ts'

export const verifyRoutes: Routes = async (app, { context }) => {
  app.post(
    '/verify',
    {
      schema: { summary: 'Tell of a merged pull request', body: MergeHint, response: { 200: Verification } },
    },
    async request =>
      verifyMerge(
        context,
        request.body,
        tellerFrom(context, clientOf(request.ip)),
        context.codehost && findBearer(request),
      ),
  )
}
