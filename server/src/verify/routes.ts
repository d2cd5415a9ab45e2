import { MergeHint, Verification } from '@furrow/sdk/contract'
import { readBearer } from '../auth/session.ts'
import { networkOf } from '../http/limits.ts'
import type { Routes } from '../http/routes.ts'
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
        tellerFrom(context, networkOf(request.ip)),
        context.codehost && readBearer(request),
      ),
  )
}
