/** Changeable as long as nobody relies on it. Optional fields are null. */
export type Terms = {
  readonly title: string
  readonly description: string
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
  /** The parsed links: `owner/name` in lower case, and the issue. */
  readonly repoKey: string | null
  readonly issueNumber: number | null
  readonly deadline: number | null
  readonly admission: 'open' | 'application'
  /** Whether a place, or an application, needs an account that the code host itself proved. */
  readonly verifiedCodehost: boolean
  readonly minCompleted: number
  readonly conditions: string | null
  /** The giver's questions to applicants, a list as JSON. */
  readonly questions: string
}

/** Each one's name in the API; the last two are derived from other fields. */
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
  conditions: 'requires',
  questions: 'questions',
  repoKey: 'codehostRepo',
  issueNumber: 'codehostIssue',
}

export const termKeys = Object.keys(termNames) as readonly (keyof Terms)[]

export function differing(from: Terms, other: Terms): Partial<Terms> {
  return Object.fromEntries(termKeys.flatMap(key => (from[key] === other[key] ? [] : [[key, from[key]]])))
}

export function changedBy({ after }: { readonly after: Partial<Terms> }): string[] {
  return [...new Set(termKeys.flatMap(key => (key in after ? [termNames[key]] : [])))]
}
