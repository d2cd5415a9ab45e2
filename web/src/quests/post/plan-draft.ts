import { mostParts, type NewQuest, type PublicConfig } from '@furrow/sdk'
import { sumOf } from '../paying/units.ts'
import { empty, problemsOf, type Typed, toQuest, totalOf } from './quest-draft.ts'

/** The common fields of all parts of a plan, as they are typed. */
export type Shared = Pick<Typed, 'category' | 'skills' | 'token' | 'chain' | 'repo'>

/** One part of it; `key` tells parts apart while they are moved and removed. */
export type TypedPart = Pick<Typed, 'title' | 'description' | 'amount' | 'places' | 'issue' | 'deadline'> & {
  readonly key: number
}

export type TypedPlan = { readonly shared: Shared; readonly parts: readonly TypedPart[] }

export const fewestParts = 2

const { title, description, amount, places, issue, deadline, category, skills, chain, repo } = empty
const emptyPart = { title, description, amount, places, issue, deadline }

/** A form with two parts. */
export function emptyPlan(token: string): TypedPlan {
  return { shared: { category, skills, chain, repo, token }, parts: [partOf(0), partOf(1)] }
}

export function addPart(plan: TypedPlan): TypedPlan {
  const key = Math.max(...plan.parts.map(({ key }) => key)) + 1
  return plan.parts.length < mostParts ? { ...plan, parts: [...plan.parts, partOf(key)] } : plan
}

export function removePart(plan: TypedPlan, key: number): TypedPlan {
  if (plan.parts.length <= fewestParts) return plan
  return { ...plan, parts: plan.parts.filter(part => part.key !== key) }
}

function partOf(key: number): TypedPart {
  return { ...emptyPart, key }
}

/** A part as the form of one quest would have it. */
function typedOf({ shared }: Pick<TypedPlan, 'shared'>, { key: _, ...part }: TypedPart): Typed {
  return { ...empty, ...shared, ...part }
}

export function questsOf(plan: TypedPlan): NewQuest[] {
  return plan.parts.map(part => toQuest(typedOf(plan, part)))
}

/** The objections to each part, in its place; those to what is common are the same in all of them. */
export function problemsOfPlan(
  plan: TypedPlan,
  config: Pick<PublicConfig, 'chain' | 'chains' | 'tokens'>,
): Partial<Typed>[] {
  return plan.parts.map(part => {
    const typed = typedOf(plan, part)
    return problemsOf(typed, toQuest(typed), config)
  })
}

/** The rewards of all places of all parts, exactly; parts that are not typed yet add nothing. */
export function sumOfPlan(plan: TypedPlan): string {
  return sumOf(plan.parts.map(part => ({ amount: totalOf(typedOf(plan, part)) })))
}
