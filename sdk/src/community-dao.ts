import type {
  CastVote,
  CommunityDao,
  CommunityDaoChange,
  CommunityDaoQuery,
  Delegation,
  Delegations,
  KeptVote,
  NewDelegation,
  NewProposal,
  OwnVote,
  PaidWork,
  PaidWorks,
  Proposal,
  ProposalDetails,
  Success,
  Vote,
  VotesQuery,
} from './contract/index.ts'
import { loadVoteSigning } from './load-signing.ts'
import type { SafeBatch } from './safe.ts'
import type { TypedSigner } from './sign-votes.ts'
import {
  type ChangeOptions,
  type Connection,
  type Page,
  request,
  requestAgain,
  requestBlob,
  requestOnce,
  requestPage,
} from './transport.ts'

/**
 * The community: its record, its proposals, and its members' votes. Every call throws FurrowError where the service
 * refuses or cannot be reached.
 */
export function communityDao(connection: Connection) {
  const proposal = (id: string) =>
    request<ProposalDetails>(connection, 'GET', '/community-dao/proposals', { query: { id } })
  const ownVote = (id: string) =>
    request<OwnVote>(connection, 'GET', '/community-dao/votes/own', { query: { proposal: id } })
  const delegations = () => request<Delegations>(connection, 'GET', '/community-dao/delegations')
  const castVote = (body: CastVote) =>
    requestAgain<KeptVote>(connection, 'POST', '/community-dao/votes', { body })
  const castDelegation = (body: NewDelegation) =>
    requestAgain<Delegation>(connection, 'POST', '/community-dao/delegations', { body })

  return {
    /** The community's public record. */
    get: () => request<CommunityDao>(connection, 'GET', '/community-dao'),
    /** Like `get`, with a page of the proposals and the cursor of the next one. */
    page: (query: CommunityDaoQuery = {}): Promise<Page<CommunityDao>> =>
      requestPage<CommunityDao>(connection, '/community-dao', query),
    /**
     * Makes a proposal; with `endsAt`, one that the members vote on.
     *
     * @example
     * await furrow.communityDao.propose({ title, description, category, endsAt: '2026-06-01T12:00:00Z', quorum: 30 })
     */
    propose: (body: NewProposal, options?: ChangeOptions) =>
      requestOnce<Proposal>(connection, 'POST', '/community-dao', body, options),
    /** The Genesis Creator changes the given fields. */
    change: (body: CommunityDaoChange) =>
      request<CommunityDao>(connection, 'PUT', '/community-dao', { body }),

    /** One proposal with its vote: the frozen terms, the tally as far as it is shown, and the outcome. */
    proposal,
    /**
     * The payments of a passed proposal that are still due, as a batch file of Safe's Transaction Builder for the treasury. Taken
     * anew before each use: works that were paid meanwhile are left out.
     */
    safeFile: (id: string) =>
      request<SafeBatch>(connection, 'GET', '/community-dao/proposals/safe.json', { query: { id } }),
    /**
     * Shows the treasury's transaction for the works of a passed proposal; anybody may. Tells of each work, in the order of the
     * proposal, whether it is paid; what is refused says why. Repeating it does no harm.
     */
    showPaid: async (proposalId: string, txHash: string): Promise<readonly PaidWork[]> => {
      const body = { proposalId, txHash }
      return (await requestAgain<PaidWorks>(connection, 'POST', '/community-dao/proposals/paid', { body }))
        .works
    },
    /** The votes on a proposal with their signatures, by address. */
    votes: (query: VotesQuery): Promise<Page<Vote[]>> =>
      requestPage<Vote[]>(connection, '/community-dao/votes', query),
    /** The caller's own vote, weight and delegate. */
    ownVote,
    /** A blob of JSON lines to recompute the result from, as `npm run tally` does. */
    exportVotes: (id: string) => requestBlob(connection, '/community-dao/votes/export', { proposal: id }),

    /**
     * Casts or changes a vote: the wallet signs typed data (EIP-712) that names the proposal and the choice.
     *
     * @throws FurrowError where the service refuses; TypeError where the proposal does not match its terms; and the
     * wallet's own error where its user declines.
     *
     * @example
     * const wallet = createWalletClient({ account, transport: http() })
     * const { receipt } = await furrow.communityDao.vote(wallet, 'proposal-…', 'Yes')
     * // Kept by the voter: `npm run tally -- <export> --receipt <file>` proves with it
     * // that the vote was dropped or changed.
     * await writeFile('receipt.json', JSON.stringify(receipt))
     */
    async vote(signer: TypedSigner, id: string, choice: string): Promise<KeptVote> {
      const voter = accountOf(signer)
      const { voteTypedData } = await loadVoteSigning()
      const [details, own] = await Promise.all([proposal(id), ownVote(id)])
      const number = (own.vote?.number ?? 0) + 1
      const data = voteTypedData(details, { voter, choice, number })
      const signature = await signer.signTypedData({ account: signer.account, ...data })
      return castVote({ proposalId: id, choice, number, signature })
    },
    /** Sends a vote that was signed elsewhere. */
    castVote,

    /** The caller's delegates, and the members who delegate to the caller. */
    delegations,
    /**
     * Delegates the caller's vote to another member for a season, the current one by default: the wallet signs it.
     *
     * @throws FurrowError where the service refuses; and the wallet's own error where its user declines.
     */
    async delegate(signer: TypedSigner, delegate: string, season?: number): Promise<Delegation> {
      const delegator = accountOf(signer)
      const { delegationTypedData } = await loadVoteSigning()
      const now = await delegations()
      const data = delegationTypedData(now, { delegator, delegate, season: season ?? now.season })
      const signature = await signer.signTypedData({ account: signer.account, ...data })
      return castDelegation({ delegate, season: data.message.season, number: data.message.number, signature })
    },
    /** Ends the delegation of a season, for votes that begin from now on. */
    revokeDelegation: (season: number) =>
      request<Success>(connection, 'DELETE', '/community-dao/delegations', {
        query: { season: String(season) },
      }),
    /** The Genesis Creator stops a decision from being carried out. */
    veto: (proposalId: string, reason: string) =>
      request<Success>(connection, 'POST', '/community-dao/veto', { body: { proposalId, reason } }),
  }
}

function accountOf({ account }: TypedSigner): string {
  if (account === undefined) throw new TypeError('The wallet client has no account.')
  return account.address
}
