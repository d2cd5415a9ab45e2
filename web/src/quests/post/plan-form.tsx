import { mostParts } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useKept } from '../../auth/use-kept.ts'
import { furrow } from '../../service/furrow.ts'
import { useConfig } from '../../service/use-config.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { useQuestAct } from '../use-quest-act.ts'
import { Follows } from './follows.tsx'
import {
  addPart,
  emptyPlan,
  fewestParts,
  problemsOfPlan,
  questsOf,
  removePart,
  sumOfPlan,
  type TypedPart,
} from './plan-draft.ts'
import { PartFields, SharedFields } from './plan-fields.tsx'
import { usualToken } from './quest-draft.ts'

/** Two to ten parts in one form, which are posted all or none. The typed text is kept on the device until it is sent. */
export function PlanForm({ after }: { after: string | undefined }) {
  const config = useConfig()
  const [plan, setPlan, forget] = useKept(`plan ${after ?? 'new'}`, emptyPlan(usualToken(config)))
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const post = useQuestAct(() =>
    furrow.quests.postPlan({ parts: questsOf(plan), ...(after !== undefined && { after }) }),
  )
  const { parts, shared } = plan
  const problems = problemsOfPlan(plan, config)
  const shown = isChecked ? problems : []

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (problems.some(part => Object.keys(part).length > 0)) {
      // Once the sentences are drawn.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    const quests = await post.mutateAsync().catch(() => null)
    const first = quests?.[0]
    if (first === undefined) return
    forget()
    navigate({ to: '/quests/$id', params: { id: first.id } })
  }

  const change = (key: number) => (next: Partial<TypedPart>) =>
    setPlan(now => ({
      ...now,
      parts: now.parts.map(part => (part.key === key ? { ...part, ...next } : part)),
    }))

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-8">
      {after && <Follows id={after} />}
      <SharedFields
        shared={shared}
        problems={shown[0] ?? {}}
        onChange={next => setPlan(now => ({ ...now, shared: { ...now.shared, ...next } }))}
      />
      {parts.map((part, index) => (
        <PartFields
          key={part.key}
          part={part}
          number={index + 1}
          problems={shown[index] ?? {}}
          hasRepository={shared.repo.trim() !== ''}
          onChange={change(part.key)}
          onRemove={parts.length > fewestParts ? () => setPlan(now => removePart(now, part.key)) : undefined}
        />
      ))}
      <div>
        <Button disabled={parts.length >= mostParts} onClick={() => setPlan(addPart)}>
          <Trans>Add a part</Trans>
        </Button>
      </div>
      <Section className="grid justify-items-start gap-2">
        <h2 className="text-xl font-semibold">
          <Trans>All parts together</Trans>
        </h2>
        <p className="text-2xl">
          <Amount amount={sumOfPlan(plan)} token={shared.token || '…'} />
        </p>
        <p className="text-sm text-muted">
          {config.chain
            ? t`You pay each part into the escrow contract by itself, on its page. Unearned money comes back.`
            : t`It is promised in the ledger now, and released for each farmer after the review.`}
        </p>
        <Button type="submit" variant="primary" busy={post.isPending}>
          {plural(parts.length, { one: 'Post # part', other: 'Post # parts' })}
        </Button>
        <p className="text-sm text-muted">
          <Trans>All of them are posted, or none.</Trans>
        </p>
      </Section>
    </form>
  )
}
