import { NewQuest, type PublicConfig, times } from '@furrow/sdk'
import { Value } from 'typebox/value'

/** The fields as they are typed. */
export type Typed = Record<
  | 'title'
  | 'description'
  | 'amount'
  | 'token'
  | 'skills'
  | 'places'
  | 'category'
  | 'repo'
  | 'issue'
  | 'deadline',
  string
>

export const empty: Typed = {
  title: '',
  description: '',
  amount: '',
  token: '',
  skills: '',
  places: '1',
  category: '',
  repo: '',
  issue: '',
  deadline: '',
}

/** What would be posted. */
export function toQuest(typed: Typed): NewQuest {
  const amount = typed.amount.trim()
  return {
    title: typed.title.trim(),
    description: typed.description.trim(),
    reward: `${amount} ${typed.token.trim()}`,
    rewardAmount: Number(amount || Number.NaN),
    rewardToken: typed.token.trim(),
    skills: typed.skills.split(',').flatMap(skill => skill.trim() || []),
    maxFarmers: Number(typed.places || Number.NaN),
    category: typed.category.trim(),
    ...(typed.repo.trim() && { codehostRepo: typed.repo.trim() }),
    ...(typed.issue.trim() && { codehostIssue: typed.issue.trim() }),
    ...(typed.deadline && { deadline: endOf(typed.deadline) }),
  }
}

/** The last moment of that day, where the giver is; what is no day yet stays as it is typed. */
function endOf(day: string): string {
  const end = new Date(`${day}T23:59:59.999`)
  return Number.isNaN(end.getTime()) ? day : end.toISOString()
}

const fields: Record<string, keyof Typed> = {
  title: 'title',
  description: 'description',
  reward: 'amount',
  rewardAmount: 'amount',
  rewardToken: 'token',
  skills: 'skills',
  maxFarmers: 'places',
  category: 'category',
  codehostRepo: 'repo',
  codehostIssue: 'issue',
  deadline: 'deadline',
}

const sentences: Record<keyof Typed, string> = {
  title: 'Give it a title of at most 200 characters.',
  description: 'Describe it, in at most 20,000 characters.',
  amount: 'Give the reward as a number, such as 100 or 0.5.',
  token: 'Give the symbol of a token, such as USDC.',
  skills: 'At most 50 skills, each of at most 64 characters.',
  places: 'A whole number from 1 to 1000.',
  category: 'Give it a category, such as development.',
  repo: 'Write it as owner/name, or as its address.',
  issue: 'Write its number, such as 42, or its address.',
  deadline: 'It must be in the future.',
}

/** What the contract of the interface says against the draft, in sentences at their fields. */
export function problemsOf(
  typed: Typed,
  draft: NewQuest,
  { chain, tokens }: Pick<PublicConfig, 'chain' | 'tokens'>,
): Partial<Typed> {
  const problems: Partial<Typed> = {}
  for (const { instancePath } of Value.Errors(NewQuest, draft)) {
    const field = fields[instancePath.split('/')[1] ?? '']
    if (field !== undefined) problems[field] = sentences[field]
  }
  if (!/^\d+(\.\d+)?$/.test(typed.amount.trim())) problems.amount = sentences.amount
  if (chain && draft.rewardAmount === 0) problems.amount = 'Give more than nothing.'
  if (chain && !tokens.some(({ symbol }) => symbol === draft.rewardToken.toUpperCase()))
    problems.token = `This community pays in ${tokens.map(({ symbol }) => symbol).join(', ')}.`
  if (typed.issue.trim() && !typed.repo.trim() && !/[/#]/.test(typed.issue))
    problems.repo = 'Which repository is the issue in?'
  if (draft.deadline !== undefined && Date.parse(draft.deadline) <= Date.now())
    problems.deadline = sentences.deadline
  return problems
}

/** Exactly: a reward of 0.1 for three is 0.3. */
export function totalOf({ amount, places }: Typed): string {
  const count = Number(places)
  if (!/^\d+(\.\d+)?$/.test(amount.trim()) || !Number.isInteger(count) || count < 1) return '0'
  return times(amount.trim(), count)
}
