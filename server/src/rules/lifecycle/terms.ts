/** What a giver says of his quest, and may change as long as nobody relies on it. Optional is null. */
export type Terms = {
  readonly title: string
  readonly description: string
  /** The display form of amount and token. */
  readonly reward: string
  /** For each place that is not settled yet, as exact digits. */
  readonly amount: string
  readonly token: string
  readonly places: number
  /** A list, as JSON. */
  readonly skills: string
  readonly category: string
  readonly codehostRepo: string | null
  readonly codehostIssue: string | null
  /** What the two links mean: `owner/name` in lower case. */
  readonly repoKey: string | null
  readonly issueNumber: number | null
  readonly deadline: number | null
  /** Whether places are taken, or applied for and given by the giver. */
  readonly admission: 'open' | 'application'
  /** Whether a place, or an application, needs an account at the code host, which the host itself proved. */
  readonly verifiedCodehost: boolean
  /** And how many pieces of work that were paid. */
  readonly minCompleted: number
}

/** Each of them, by the name that it has in the interface; the two last ones follow from what is given. */
export const termNames: Readonly<Record<keyof Terms, string>> = {
  title: 'title',
  description: 'description',
  amount: 'rewardAmount',
  token: 'rewardToken',
  reward: 'reward',
  places: 'maxFarmers',
  skills: 'skills',
  category: 'category',
  codehostRepo: 'codehostRepo',
  codehostIssue: 'codehostIssue',
  deadline: 'deadline',
  admission: 'admission',
  verifiedCodehost: 'requires',
  minCompleted: 'requires',
  repoKey: 'codehostRepo',
  issueNumber: 'codehostIssue',
}

export const termKeys = Object.keys(termNames) as readonly (keyof Terms)[]

/** Those of `from` that are not the same in `other`. */
export function differing(from: Terms, other: Terms): Partial<Terms> {
  return Object.fromEntries(termKeys.flatMap(key => (from[key] === other[key] ? [] : [[key, from[key]]])))
}

/** What an edit changed, by the names of the interface. */
export function changedBy({ after }: { readonly after: Partial<Terms> }): string[] {
  return [...new Set(termKeys.flatMap(key => (key in after ? [termNames[key]] : [])))]
}
