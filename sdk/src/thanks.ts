import type { Thanks, ThanksChange, ThanksPost, ThanksQuery } from './contract/index.ts'
import { type Connection, type Page, request, requestAgain, requestPage } from './transport.ts'

/** Thanks for merged pull requests that nobody posted, and tips for finished work. */
export const thanks = (connection: Connection) => {
  const act = <T>(body: ThanksChange) => requestAgain<T>(connection, 'PATCH', '/thanks', { body })
  return {
    /** The paid thanks that a person was given, or gave (`role`): a page of them, the newest first. */
    list: (query: ThanksQuery): Promise<Page<Thanks[]>> =>
      requestPage<Thanks[]>(connection, '/thanks', query),
    /** Your promises that are not paid yet, and what others say that they paid you. */
    own: () => request<Thanks[]>(connection, 'GET', '/thanks/own'),
    /**
     * Promises a thanks: for a merged pull request by its `url`, or a tip for a farmer's finished work (`questId`, `farmer`).
     * Nobody else sees it, and nothing is owed, before it is paid. Repeating it does no harm: each is promised once.
     */
    promise: (thanks: ThanksPost) => requestAgain<Thanks>(connection, 'POST', '/thanks', { body: thanks }),
    /** Shows the transaction from your wallet that pays it; the service looks after its confirmations. */
    paid: (id: string, txHash: string, chainId?: number) =>
      act<Thanks>({ id, action: 'paid', txHash, ...(chainId !== undefined && { chainId }) }),
    /** Says that you paid in a way that no chain shows: the one who is thanked answers. It counts for no points. */
    sayPaid: (id: string) => act<Thanks>({ id, action: 'say-paid' }),
    /** Says that you received it: only then others see it. */
    received: (id: string) => act<Thanks>({ id, action: 'received' }),
    /** Says that you did not receive it. */
    notReceived: (id: string) => act<Thanks>({ id, action: 'not-received' }),
    /** Takes a promise back that is not paid. */
    withdraw: (id: string) => act<null>({ id, action: 'withdraw' }),
  }
}
