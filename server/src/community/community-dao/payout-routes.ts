import { PaidWorks, ProposalPaid, ProposalQuery, SafeFile } from '@furrow/sdk/contract'
import { session, viaOf } from '../../access/auth/session.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { makeSafeFile, showExecution } from './payout.ts'

export const payoutOfProposalRoutes: Routes = async (app, { context }) => {
  app.get(
    '/community-dao/proposals/safe.json',
    {
      schema: {
        summary: 'The payments of a passed proposal, for the treasury',
        description:
          "A batch file of Safe's Transaction Builder: the works of the proposal that are not paid yet. Take it anew before each use.",
        querystring: ProposalQuery,
        response: { 200: SafeFile },
      },
    },
    async ({ query }, reply) => {
      const { transactions, ...file } = await makeSafeFile(context, query.id)
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${query.id.replace(/[^\w-]/g, '')}.json"`)
        .send({ ...file, transactions: [...transactions] })
    },
  )

  app.post(
    '/community-dao/proposals/paid',
    {
      ...session(context, 'give'),
      schema: {
        summary: "Show the treasury's transaction for the works of a passed proposal",
        description:
          "Anybody may. Money that the treasury moved to a farmer counts as the giver's payment, for the works that the proposal " +
          'names and once over all works and proposals. Each work is judged by itself; one that was paid otherwise is `refused`, ' +
          'with the code `paid-twice` where the treasury paid it too. Asked again, it changes nothing.',
        body: ProposalPaid,
        response: { 200: PaidWorks },
      },
    },
    async request => ({
      works: await showExecution(context, request.caller, request.body, viaOf(request)),
    }),
  )
}
