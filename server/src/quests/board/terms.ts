import type { NewQuest, QuestEdits } from '@furrow/sdk/contract'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { exactAmount } from '../../rules/ledger/amounts.ts'
import { writeConditions } from '../../rules/lifecycle/conditions.ts'
import { questionsOf } from '../../rules/lifecycle/questions.ts'
import { afterReward, rewardTextOf } from '../../rules/lifecycle/reward-text.ts'
import type { Terms } from '../../rules/lifecycle/terms.ts'
import { readIssueLink } from '../verify/links.ts'

type Settings = Pick<Context, 'config'>

/** @throws BadRequestError for an inexact amount, another reward text, an invalid link, or an account beyond proof. */
export function readTerms(context: Settings, draft: NewQuest): Terms {
  const { rewardAmount, codehostRepo, codehostIssue, deadline } = draft
  requireSameReward(draft.reward, rewardAmount, draft.rewardToken)
  return {
    title: draft.title,
    description: draft.description,
    reward: draft.reward,
    amount: exactAmount(rewardAmount),
    token: draft.rewardToken,
    places: draft.maxFarmers,
    skills: JSON.stringify(draft.skills),
    category: draft.category,
    codehostRepo: codehostRepo ?? null,
    codehostIssue: codehostIssue ?? null,
    ...readLinks(context, codehostRepo, codehostIssue),
    deadline: deadline === undefined ? null : Date.parse(deadline),
    admission: draft.admission ?? 'open',
    ...readRequirements(context, draft.requires),
    questions: readQuestions(draft.questions, draft.admission ?? 'open'),
  }
}

/**
 * The terms after an edit. Terms that are not given stay, and the text of the reward follows from the amount and the token.
 * @throws BadRequestError as `readTerms`, and for a description that gets too long.
 */
export function editTerms(context: Settings, terms: Terms, edits: QuestEdits): Terms {
  const amount = edits.rewardAmount === undefined ? terms.amount : exactAmount(edits.rewardAmount)
  const token = edits.rewardToken ?? terms.token
  const reward = edits.reward ?? rewardTextOf(terms, { amount, token })
  if (edits.reward !== undefined) requireSameReward(reward, Number(amount), token)
  const [codehostRepo, codehostIssue] = [
    given(edits.codehostRepo, terms.codehostRepo),
    given(edits.codehostIssue, terms.codehostIssue),
  ]
  const { deadline } = edits
  return {
    title: edits.title ?? terms.title,
    description: describe(terms, edits),
    reward,
    amount,
    token,
    places: edits.maxFarmers ?? terms.places,
    skills: edits.skills === undefined ? terms.skills : JSON.stringify(edits.skills),
    category: edits.category ?? terms.category,
    codehostRepo,
    codehostIssue,
    ...(codehostRepo === terms.codehostRepo && codehostIssue === terms.codehostIssue
      ? { repoKey: terms.repoKey, issueNumber: terms.issueNumber }
      : readLinks(context, codehostRepo ?? undefined, codehostIssue ?? undefined)),
    deadline: deadline === undefined ? terms.deadline : deadline === null ? null : Date.parse(deadline),
    admission: edits.admission ?? terms.admission,
    ...readRequirements(context, edits.requires, terms),
    questions: readQuestions(edits.questions ?? [...questionsOf(terms)], edits.admission ?? terms.admission),
  }
}

/** @throws BadRequestError for questions that nobody would be asked, and for the same one twice. */
function readQuestions(given: NewQuest['questions'] = [], admission: Terms['admission']): string {
  const questions = given.map(({ text, required = false }) => ({ text: text.trim(), required }))
  if (questions.length > 0 && admission !== 'application')
    throw new BadRequestError(
      'questions are for a quest whose giver chooses among applicants: set admission to application, or leave them out.',
      { code: 'questions-need-choice' },
    )
  if (new Set(questions.map(({ text }) => text)).size < questions.length)
    throw new BadRequestError('questions must differ from each other.')
  return JSON.stringify(questions)
}

function readRequirements(
  { config }: Settings,
  given: NewQuest['requires'],
  before?: Pick<Terms, 'verifiedCodehost' | 'minCompleted' | 'conditions'>,
) {
  const { verifiedCodehost, minCompleted, ...conditions } = given ?? {}
  const { accountAgeDays, vouched } = conditions
  for (const [name, value] of Object.entries({ verifiedCodehost, accountAgeDays, vouched }))
    if (value && config.codehost === null)
      throw new BadRequestError(
        `Nobody can prove an account here: this service has no code host, so requires.${name} would keep everyone away.`,
      )
  return {
    verifiedCodehost: verifiedCodehost ?? before?.verifiedCodehost ?? false,
    minCompleted: minCompleted ?? before?.minCompleted ?? 0,
    conditions: writeConditions(before?.conditions ?? null, conditions),
  }
}

function readLinks({ config }: Settings, repo: string | undefined, issue: string | undefined) {
  return readIssueLink(repo, issue, config.codehost?.url ?? null)
}

function given(next: string | null | undefined, before: string | null): string | null {
  return next === undefined ? before : next
}

const longest = 20_000

function describe(terms: Terms, { description = terms.description, clarification }: QuestEdits): string {
  if (clarification === undefined) return description
  const all = `${description}\n\n${clarification}`
  if ([...all].length > longest || Buffer.byteLength(JSON.stringify(all)) - 2 > 3 * longest)
    throw new BadRequestError(`description must have at most ${longest} characters with what is added to it.`)
  return all
}

/** The text must begin with the promised reward, and may go on: `1,000 USDC each` for 1000 and USDC. */
function requireSameReward(reward: string, amount: number, token: string): void {
  if (afterReward(reward, amount, token) === null)
    throw new BadRequestError(
      `reward must begin with the amount and the token that are promised: "${amount} ${token}".`,
      { code: 'reward-mismatch' },
    )
}
