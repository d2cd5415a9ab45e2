import { MergeHint, PreviewQuery, ProofPreview, Verification } from '@furrow/sdk/contract'
import { findBearer } from '../../access/auth/session.ts'
import { clientOf } from '../../ground/http/networks.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { previewProof } from './preview.ts'
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
  app.get(
    '/verify/preview',
    {
      schema: {
        summary: 'Ask whether a pull request would be paid',
        description:
          'By the rules of POST /verify, before the merge, and without an effect. Of repositories that not everyone may read it ' +
          'says nothing. Within the same bounds as hints.',
        querystring: PreviewQuery,
        response: { 200: ProofPreview },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return previewProof(context, request.query, clientOf(request.ip))
    },
  )
}
