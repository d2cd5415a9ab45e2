import { NewProposal } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Value } from 'typebox/value'
import { useKept } from '../auth/use-kept.ts'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input, TextArea } from '../ui/field.tsx'
import { noVote, readVote, VoteFields } from './vote-fields.tsx'

type PaysWork = NonNullable<NewProposal['pay']>['works'][number]

const words = { title: '', category: '', description: '' }
const empty = { ...words, ...noVote }

const sentences: Record<string, string> = {
  title: t`Give it a title of at most 200 characters.`,
  category: t`Give it a category, such as garden.`,
  description: t`Describe it, in at most 20,000 characters.`,
}

type Props = {
  /** The works that the treasury is to pay; then the members vote on it. */
  pays?: readonly PaysWork[]
  onDone: () => void
}

/** A new proposal, kept on this device as it is typed. */
export function ProposalForm({ pays, onDone }: Props) {
  const [typed, setTyped, forget] = useKept(
    pays ? 'proposal of pay' : 'proposal',
    pays ? { ...empty, votes: 'yes' } : empty,
  )
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const draft = {
    title: typed.title.trim(),
    category: typed.category.trim(),
    description: typed.description.trim(),
  }
  const wrong = new Set(Value.Errors(NewProposal, draft).map(({ instancePath }) => instancePath.slice(1)))
  // Text kept before there were votes has none of their fields.
  const vote = readVote({ ...noVote, ...typed })
  const propose = useAct(
    () =>
      furrow.communityDao.propose({ ...draft, ...vote.draft, ...(pays && { pay: { works: [...pays] } }) }),
    {
      done: t`Your proposal is on the list.`,
      invalidate: [['community-dao']],
    },
  )
  const bind = (name: keyof typeof words) => ({
    name,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
    onBlur: () => setTouched(new Set([...touched, name])),
  })
  const errorOf = (name: keyof typeof words) =>
    touched.has(name) && wrong.has(name) ? sentences[name] : undefined

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTouched(new Set(Object.keys(empty)))
    const first = Object.keys(empty).find(name => wrong.has(name) || name in vote.problems)
    if (first !== undefined) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const proposal = await propose.mutateAsync().catch(() => null)
    if (!proposal) return
    forget()
    onDone()
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label={t`Title`} error={errorOf('title')}>
        {bound => <Input {...bound} dir="auto" maxLength={200} {...bind('title')} />}
      </Field>
      <Field label={t`Category`} error={errorOf('category')}>
        {bound => <Input {...bound} maxLength={64} placeholder={t`garden`} {...bind('category')} />}
      </Field>
      <Field label={t`Description`} hint="Markdown." error={errorOf('description')}>
        {bound => <TextArea {...bound} dir="auto" rows={7} maxLength={20_000} {...bind('description')} />}
      </Field>
      <VoteFields
        typed={{ ...noVote, ...typed }}
        isOnlyVote={pays !== undefined}
        errors={touched.has('ends') ? vote.problems : {}}
        onChange={part => setTyped({ ...typed, ...part })}
      />
      <Button type="submit" variant="primary" busy={propose.isPending}>
        <Trans>Propose</Trans>
      </Button>
    </form>
  )
}
