/** The fields that wallets sign (EIP-712), in this order; without imports, so that both sides share them. */
export const voteFields = [
  { name: 'proposal', type: 'string' },
  { name: 'title', type: 'string' },
  { name: 'choice', type: 'string' },
  { name: 'terms', type: 'bytes32' },
  { name: 'voter', type: 'address' },
  { name: 'number', type: 'uint256' },
] as const

export const delegationFields = [
  { name: 'delegator', type: 'address' },
  { name: 'delegate', type: 'address' },
  { name: 'season', type: 'uint256' },
  { name: 'number', type: 'uint256' },
] as const

/** The choice that counts towards the quorum, and never wins, whatever its letters' case. */
export const abstain = 'abstain'

export const defaultChoices: readonly string[] = ['Yes', 'No', 'Abstain']

type Terms = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly category: string
  readonly ballot: {
    readonly startsAt: string
    readonly endsAt: string
    readonly choices: readonly string[]
    readonly quorum: number
    readonly tally: string
    readonly weights: string
    readonly titleWeights: readonly { readonly title: string; readonly weight: number }[]
    readonly vetoHours: number
    readonly action: object | null
    readonly pay?: object | null
  }
}

/**
 * The subject of a vote as one text: everything frozen with the proposal. Its keccak256 is the `terms` of each signature,
 * so that nobody can change the subject afterwards.
 */
export function termsText({ id, title, description, category, ballot }: Terms): string {
  const { startsAt, endsAt, choices, quorum, tally, weights, titleWeights, vetoHours, action, pay } = ballot
  const weighing = [weights, titleWeights.map(({ title, weight }) => [title, weight])]
  const when = [startsAt, endsAt, vetoHours]
  return JSON.stringify([
    id,
    title,
    description,
    category,
    when,
    choices,
    quorum,
    tally,
    weighing,
    inOrder(action),
    // Left out without one: then the terms are as versions before this one have them.
    ...(pay == null ? [] : [inOrder(pay)]),
  ])
}

/** Sorts the keys, so that equal objects have equal texts. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, inOrder(inner)])
}
