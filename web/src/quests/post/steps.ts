import { t } from '@lingui/core/macro'
import { conditionFields, type Typed } from './quest-draft.ts'

type Fields = readonly (keyof Typed)[]

/** The form's steps, in order. */
export const steps = [
  {
    name: 'work',
    label: t({ message: 'Work', context: 'what is to be done' }),
    title: t`What needs doing`,
    goOn: t`Go on to the work`,
    fields: ['title', 'description', 'category', 'skills'],
  },
  {
    name: 'reward',
    label: t`Reward`,
    title: t`What it is worth, and to whom`,
    goOn: t`Go on to the reward`,
    fields: [
      ...(['amount', 'token', 'places', 'chain', 'deadline', 'admission', 'questions'] as const),
      ...conditionFields,
    ],
  },
  {
    name: 'proof',
    label: t`Proof`,
    title: t`How the work is proved`,
    goOn: t`Go on to the proof`,
    fields: ['repo', 'issue'],
  },
] as const satisfies readonly { name: string; label: string; title: string; goOn: string; fields: Fields }[]

export type Step = (typeof steps)[number]

/** The step that the address of the page names, or the first. */
export function stepOf(name: string | undefined): Step {
  return steps.find(step => step.name === name) ?? steps[0]
}

/** The step that has the field. */
export function stepWith(field: keyof Typed): Step {
  return steps.find(({ fields }) => (fields as Fields).includes(field)) ?? steps[0]
}
