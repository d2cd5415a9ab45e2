import type { ApprovalTerms, Quest } from './contract/index.ts'
import { loadApprovalSigning } from './load-signing.ts'
import { changeQuest, named } from './quest-change.ts'
import type { TypedSigner } from './sign-votes.ts'
import { type ChangeOptions, type Connection, request } from './transport.ts'

/** Actions on work: handing in, approving, returning, and reviews. */
export const questWork = (connection: Connection) => {
  const change = changeQuest(connection)
  const approval = (questId: string, farmer: string) =>
    request<ApprovalTerms>(connection, 'GET', '/quests/approval', { query: { questId, farmer } })
  const sendApproval = (
    questId: string,
    farmer: string,
    signed: { readonly deadline: number; readonly signature: string },
    options?: ChangeOptions,
  ) => change({ questId, action: 'sign-approval', farmer, ...signed }, options)
  return {
    /** Hands in work without a pull request. */
    submit: (questId: string, work: { url?: string; note?: string }, options?: ChangeOptions) =>
      change({ questId, action: 'submit', ...work }, options),
    /** The giver pays a farmer now. */
    approve: (questId: string, farmer: string, options?: ChangeOptions) =>
      change({ questId, action: 'approve', farmer }, options),
    /** The terms that the giver of a quest on chain signs to pay a farmer at once, without gas. */
    approval,
    /**
     * The giver of a quest on chain pays a farmer now, without gas: the wallet signs typed data (EIP-712) that the service
     * carries to the contract. It is good for a day, or until `deadline`, in seconds since 1970.
     *
     * @throws FurrowError where the service refuses; TypeError where it asks for another approval; and the wallet's own
     * error where its user declines.
     *
     * @example
     * const wallet = createWalletClient({ account, transport: http() })
     * await furrow.quests.signApproval(wallet, quest.id, quest.farmers[0].address)
     */
    async signApproval(
      signer: TypedSigner,
      questId: string,
      farmer: string,
      { deadline, ...options }: ChangeOptions & { readonly deadline?: number } = {},
    ): Promise<Quest> {
      if (signer.account === undefined) throw new TypeError('The wallet client has no account.')
      const { typedDataFor } = await loadApprovalSigning()
      const found = await approval(questId, farmer)
      const terms = { ...found, deadline: deadline ?? found.deadline }
      const data = typedDataFor(terms, { giver: signer.account.address, questId, farmer })
      const signature = await signer.signTypedData({ account: signer.account, ...data })
      return sendApproval(questId, farmer, { deadline: terms.deadline, signature }, options)
    },
    /** Sends an approval that was signed elsewhere. */
    sendApproval,
    /** The giver returns work that was handed in, and says what is missing; at most twice. */
    return: named<Returned, [questId: string, farmer: string, note: string]>(connection, 'return', [
      'farmer',
      'note',
    ]),
    /** The parties of paid work review each other: 1 to 5. */
    review: named<GivenReview, [questId: string, address: string, rating: number, comment?: string]>(
      connection,
      'review',
      ['address', 'rating', 'comment'],
    ),
  }
}

type Returned = { questId: string; farmer: string; note: string }
type GivenReview = { questId: string; address: string; rating: number; comment?: string | undefined }
