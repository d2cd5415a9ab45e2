import { type AgentRule, agentRules, NewQuest, type PublicConfig, TypedQuest, times } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Value } from 'typebox/value'
import { chainName } from '../../service/chain-name.ts'
import { listOf } from '../../ui/list-of.ts'
import { misreadProblem } from '../typed-amount.ts'
import { readQuestions, sayQuestions } from './typed-questions.ts'

/** The fields as they are typed. */
export type Typed = Record<
  | 'title'
  | 'description'
  | 'amount'
  | 'token'
  | 'chain'
  | 'skills'
  | 'places'
  | 'category'
  | 'repo'
  | 'issue'
  | 'deadline'
  | 'admission'
  | 'account'
  | 'finished'
  | 'accountAge'
  | 'heldHere'
  | 'members'
  | 'agents'
  | 'newcomers'
  | 'vouched'
  | 'questions',
  string
>

/** The fields of the conditions for joining, which the interface has in `requires`. */
export const conditionFields = [
  'finished',
  'account',
  'accountAge',
  'heldHere',
  'members',
  'agents',
  'newcomers',
  'vouched',
] as const satisfies readonly (keyof Typed)[]

export const empty: Typed = {
  title: '',
  description: '',
  amount: '',
  token: '',
  chain: '',
  skills: '',
  places: '1',
  category: '',
  repo: '',
  issue: '',
  deadline: '',
  admission: 'open',
  account: '',
  finished: '',
  accountAge: '',
  heldHere: '',
  members: '',
  agents: 'any',
  newcomers: '',
  vouched: '',
  questions: '',
}

/** The quest that would be posted. */
export function toQuest(typed: Typed): NewQuest {
  const amount = typed.amount.trim()
  return {
    title: typed.title.trim(),
    description: typed.description.trim(),
    reward: `${amount} ${typed.token.trim()}`,
    rewardAmount: Number(amount || Number.NaN),
    rewardToken: typed.token.trim(),
    ...(typed.chain && { chainId: Number(typed.chain) }),
    skills: typed.skills.split(',').flatMap(skill => skill.trim() || []),
    maxFarmers: Number(typed.places || Number.NaN),
    category: typed.category.trim(),
    ...(typed.repo.trim() && { codehostRepo: typed.repo.trim() }),
    ...(typed.issue.trim() && { codehostIssue: typed.issue.trim() }),
    ...(typed.deadline && { deadline: endOf(typed.deadline) }),
    ...(typed.admission === 'application' && { admission: 'application' }),
    ...requiresOf(typed),
    ...asksOf(typed),
  }
}

function asksOf({ admission, questions }: Typed): Pick<NewQuest, 'questions'> {
  const asked = readQuestions(questions).flatMap(({ text, required }) =>
    text.trim() === '' ? [] : [{ text: text.trim(), required }],
  )
  return admission === 'application' && asked.length > 0 ? { questions: asked } : {}
}

function requiresOf(typed: Typed): Pick<NewQuest, 'requires'> {
  const { account, accountAge, agents, finished, heldHere, members, newcomers, vouched } = typed
  const requires = {
    ...(account === 'proved' && { verifiedCodehost: true }),
    ...(finished.trim() && { minCompleted: Number(finished) }),
    ...(accountAge.trim() && { accountAgeDays: Number(accountAge) }),
    ...(heldHere.trim() && { maxHeldHere: Number(heldHere) }),
    ...(members === 'yes' && { members: true }),
    ...(isAgentRule(agents) && agents !== 'any' && { agents }),
    ...(newcomers.trim() && { newcomers: Number(newcomers) }),
    ...(vouched === 'yes' && { vouched: true }),
  }
  return Object.keys(requires).length === 0 ? {} : { requires }
}

export function isAgentRule(text: string): text is AgentRule {
  return agentRules.some(rule => rule === text)
}

function textOf(number: number | undefined): string {
  return number ? String(number) : ''
}

/** The form of a quest that was typed before; values that fit no field stay as the blank form has them. */
export function fromDraft(quest: TypedQuest, blank: Typed): Typed {
  const token = quest.rewardToken ?? blank.token
  const reward = quest.reward ?? ''
  return {
    title: quest.title ?? '',
    description: quest.description ?? '',
    amount: reward.endsWith(` ${token}`)
      ? reward.slice(0, -token.length - 1)
      : String(quest.rewardAmount ?? ''),
    token,
    chain: quest.chainId === undefined ? '' : String(quest.chainId),
    skills: quest.skills?.join(', ') ?? '',
    places: quest.maxFarmers === undefined ? blank.places : String(quest.maxFarmers),
    category: quest.category ?? '',
    repo: quest.codehostRepo ?? '',
    issue: quest.codehostIssue ?? '',
    deadline: dayOf(quest.deadline),
    ...joiningOf(quest),
  }
}

/** The conditions for joining, as they are typed. */
export function joiningOf({
  admission,
  requires,
  questions = [],
}: Pick<TypedQuest, 'admission' | 'requires' | 'questions'>) {
  return {
    admission: admission ?? 'open',
    account: requires?.verifiedCodehost ? 'proved' : '',
    finished: textOf(requires?.minCompleted),
    accountAge: textOf(requires?.accountAgeDays),
    heldHere: textOf(requires?.maxHeldHere),
    members: requires?.members ? 'yes' : '',
    agents: requires?.agents ?? 'any',
    newcomers: textOf(requires?.newcomers),
    vouched: requires?.vouched ? 'yes' : '',
    questions: sayQuestions(questions),
  }
}

/** The typed fields, as far as a draft can have them: the reward as it is, also where it is no number yet. */
export function toDraft(typed: Typed): TypedQuest {
  const { rewardAmount, maxFarmers, ...texts } = toQuest(typed)
  const draft = {
    ...texts,
    reward: `${typed.amount} ${texts.rewardToken}`,
    ...(Number.isFinite(rewardAmount) && { rewardAmount }),
    ...(Number.isSafeInteger(maxFarmers) && { maxFarmers }),
  }
  return keptOf(draft)
}

/** The fields that a draft may have; what does not fit the service yet is left out. */
export function keptOf(draft: Readonly<Record<string, unknown>>): TypedQuest {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => Value.Check(fieldOf(name), value)),
  )
}

function fieldOf(name: string) {
  return TypedQuest.properties[name as keyof typeof TypedQuest.properties]
}

/** The day of a moment, in the giver's time zone. */
export function dayOf(at: string | null | undefined): string {
  if (!at) return ''
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The last moment of that day, in the giver's time zone; text that is no day yet stays as typed. */
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
  chainId: 'chain',
  skills: 'skills',
  maxFarmers: 'places',
  category: 'category',
  codehostRepo: 'repo',
  codehostIssue: 'issue',
  deadline: 'deadline',
  admission: 'admission',
  requires: 'finished',
  questions: 'questions',
}

const conditions: Record<string, keyof Typed> = {
  accountAgeDays: 'accountAge',
  maxHeldHere: 'heldHere',
  newcomers: 'newcomers',
}

const sentences: Record<keyof Typed, string> = {
  title: t`Give it a title of at most 200 characters.`,
  description: t`Describe it, in at most 20,000 characters.`,
  amount: t`Give the reward as a number, such as 100 or 0.5.`,
  token: t`Give the symbol of a token, such as USDC.`,
  chain: t`Choose one of them.`,
  skills: t`At most 50 skills, each of at most 64 characters.`,
  places: t`A whole number from 1 to 1000.`,
  category: t`Give it a category, such as development.`,
  repo: t`Write it as owner/name, or as its address.`,
  issue: t`Write its number, such as 42, or its address.`,
  deadline: t`It must be in the future.`,
  admission: t`Choose one of them.`,
  account: t`Choose one of them.`,
  finished: t`A whole number from 0 to 1000.`,
  accountAge: t`A whole number from 0 to 36500.`,
  heldHere: t`A whole number from 0 to 1000.`,
  members: t`Choose one of them.`,
  agents: t`Choose one of them.`,
  newcomers: t`A whole number from 0 to 1000.`,
  vouched: t`Choose one of them.`,
  questions: t`Write each in one line of at most 300 characters, and none twice.`,
}

/** The interface contract's objections to the draft, in sentences at their fields. */
export function problemsOf(
  typed: Typed,
  draft: NewQuest,
  config: Pick<PublicConfig, 'chain' | 'chains' | 'tokens'>,
): Partial<Typed> {
  const problems: Partial<Typed> = {}
  for (const { instancePath } of Value.Errors(NewQuest, draft)) {
    const [, name = '', condition = ''] = instancePath.split('/')
    const field = conditions[condition] ?? fields[name]
    if (field !== undefined) problems[field] = sentences[field]
  }
  if (!/^\d+(\.\d+)?$/.test(typed.amount.trim())) problems.amount = sentences.amount
  const misread = misreadProblem(typed.amount)
  if (misread) problems.amount = misread
  const { chain } = config
  const tokens = tokensOn(config, typed.chain)
  if (chain && draft.rewardAmount === 0) problems.amount = t`Give more than nothing.`
  if (chain && !tokens.includes(draft.rewardToken.toUpperCase()))
    problems.token = paysIn(listOf(tokens), typed.chain && chainName(Number(typed.chain)))
  if (typed.issue.trim() && !typed.repo.trim() && !/[/#]/.test(typed.issue))
    problems.repo = t`Which repository is the issue in?`
  if (draft.deadline !== undefined && Date.parse(draft.deadline) <= Date.now())
    problems.deadline = sentences.deadline
  const asked = (draft.questions ?? []).map(({ text }) => text)
  if (new Set(asked).size < asked.length) problems.questions = sentences.questions
  return problems
}

function paysIn(tokens: string, chain: string): string {
  return chain ? t`On ${chain} this community pays in ${tokens}.` : t`This community pays in ${tokens}.`
}

/** The chains on which new quests can be paid; none where there is no choice. */
export function chainsOf({ chains = [] }: Pick<PublicConfig, 'chains'>): readonly number[] {
  const ids = [...new Set(chains.flatMap(({ active, chainId }) => (active ? [chainId] : [])))]
  return ids.length > 1 ? ids : []
}

/** The symbols of the tokens that a quest can pay on a chain, or on any. */
export function tokensOn(
  { chains = [], tokens }: Pick<PublicConfig, 'chains' | 'tokens'>,
  chain: string,
): readonly string[] {
  const own = chains.filter(({ active, chainId }) => active && (chain === '' || String(chainId) === chain))
  const all = own.length > 0 ? own.flatMap(contract => contract.tokens) : tokens
  return [...new Set(all.map(({ symbol }) => symbol))]
}

/**
 * The token of a new quest before its giver chooses one: a token rather than the chain's own coin, since twenty of a coin are
 * seldom meant.
 */
export function usualToken({ chain, tokens }: Pick<PublicConfig, 'chain' | 'tokens'>): string {
  if (!chain) return 'USDC'
  const [first] = tokens
  return (tokens.find(({ address }) => /[1-9a-f]/i.test(address.slice(2))) ?? first)?.symbol ?? ''
}

/** The default chain: the first that has the token. */
export function chainFor({ chains = [] }: Pick<PublicConfig, 'chains'>, token: string): number | undefined {
  const symbol = token.trim().toUpperCase()
  const active = chains.filter(contract => contract.active)
  return (active.find(({ tokens }) => tokens.some(own => own.symbol === symbol)) ?? active[0])?.chainId
}

/** Exactly: a reward of 0.1 for three is 0.3. */
export function totalOf({ amount, places }: Typed): string {
  const count = Number(places)
  if (!/^\d+(\.\d+)?$/.test(amount.trim()) || !Number.isInteger(count) || count < 1) return '0'
  return times(amount.trim(), count)
}
