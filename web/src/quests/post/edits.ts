import type { Quest, QuestEdits } from '@furrow/sdk'
import { plainAmount } from '../../ui/amount.tsx'
import { sayPlainly } from '../typed-amount.ts'
import { conditionFields, dayOf, isAgentRule, joiningOf, type Typed, toQuest } from './quest-draft.ts'

/** The form of a quest that was posted. */
export function fromQuest(quest: Quest): Typed {
  return {
    title: quest.title,
    description: quest.description,
    amount: sayPlainly(plainAmount(quest.rewardAmount)),
    token: quest.rewardToken,
    // The chain of the payment does not change any more.
    chain: '',
    skills: quest.skills.join(', '),
    places: String(quest.maxFarmers),
    category: quest.category,
    repo: quest.codehostRepo ?? '',
    issue: quest.codehostIssue ?? '',
    deadline: dayOf(quest.deadline),
    ...joiningOf(quest),
  }
}

/** The typed changes: an untouched field is absent, an emptied one is null. */
export function editsOf(before: Typed, typed: Typed, clarification: string): QuestEdits {
  const { title, description, rewardAmount, rewardToken, skills, maxFarmers, category, ...links } =
    toQuest(typed)
  const asks = (form: Typed) => toQuest(form).questions ?? []
  const has = (name: keyof Typed) => typed[name].trim() !== before[name].trim()
  return {
    ...(has('title') && { title }),
    ...(has('description') && { description }),
    ...(has('amount') && { rewardAmount }),
    ...(has('token') && { rewardToken }),
    ...(has('skills') && { skills }),
    ...(has('places') && { maxFarmers }),
    ...(has('category') && { category }),
    ...(has('repo') && { codehostRepo: links.codehostRepo ?? null }),
    ...(has('issue') && { codehostIssue: links.codehostIssue ?? null }),
    ...(has('deadline') && { deadline: links.deadline ?? null }),
    ...(has('admission') && { admission: typed.admission === 'application' ? 'application' : 'open' }),
    ...(conditionFields.some(has) && { requires: requiredBy(typed) }),
    ...(JSON.stringify(asks(typed)) !== JSON.stringify(asks(before)) && { questions: asks(typed) }),
    ...(clarification.trim() !== '' && { clarification: clarification.trim() }),
  }
}

/** All of them: what is not asked any more is said too. */
function requiredBy(typed: Typed): NonNullable<QuestEdits['requires']> {
  return {
    verifiedCodehost: typed.account === 'proved',
    minCompleted: Number(typed.finished || 0),
    accountAgeDays: Number(typed.accountAge || 0),
    maxHeldHere: Number(typed.heldHere || 0),
    members: typed.members === 'yes',
    agents: isAgentRule(typed.agents) ? typed.agents : 'any',
    newcomers: Number(typed.newcomers || 0),
    vouched: typed.vouched === 'yes',
  }
}
