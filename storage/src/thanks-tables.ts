import type { Address } from './address.ts'

/** A thanks from its promise on; once it is paid, a quest of its own has the money, and `quest_id` names it. */
export type ThanksTable = {
  id: string
  giver: Address
  farmer: Address
  /** The merged pull request by the host's numbers, or the work that is tipped: each giver thanks once for each. */
  subject: string
  /** The address of the pull request; null for a tip, and once its author has left. */
  url: string | null
  /** The repository of the pull request, as its host writes it. */
  repository: string | null
  tipped: string | null
  account: string | null
  token: string
  amount: string
  created_at: number
  /** When the promise ends, unless it is paid. */
  lapses_at: number
  /** When the giver said that they paid in a way that no chain of the service shows. */
  said_at: number | null
  /** The transaction that waits for its confirmations. */
  chain_id: number | null
  hash: string | null
  shown_at: number | null
  /** When it is looked at again: its transaction, or its lapse. */
  check_at: number
  tries: number
  quest_id: string | null
}
