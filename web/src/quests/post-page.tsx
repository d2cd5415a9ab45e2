import { NewQuest, type PublicConfig } from '@furrow/sdk'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { Value } from 'typebox/value'
import { furrow, useConfig } from '../app/furrow.ts'
import { useAct } from '../app/use-act.ts'
import { SignedIn } from '../auth/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input, TextArea } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { Tag } from '../ui/tag.tsx'
import { CiWorkflow } from './ci-workflow.tsx'

const Markdown = lazy(() => import('./markdown.tsx').then(module => ({ default: module.Markdown })))

/** The fields as they are typed. */
type Typed = Record<
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

const empty: Typed = {
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

export function PostPage() {
  return (
    <Page title="Post a quest" lead="Say what needs doing and what it is worth. You pay when it is done.">
      <SignedIn reason="Sign in to post a quest.">
        <PostForm />
      </SignedIn>
    </Page>
  )
}

function PostForm() {
  const config = useConfig()
  const [typed, setTyped] = useState<Typed>({
    ...empty,
    token: config.chain ? (config.tokens[0]?.symbol ?? '') : 'USDC',
  })
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [preview, setPreview] = useState(false)
  const navigate = useNavigate()
  const draft = toQuest(typed)
  const problems = problemsOf(typed, draft, config)
  const post = useAct(() => furrow.quests.post(draft), { invalidate: [['quests']] })

  const bind = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
    onBlur: () => setTouched(new Set([...touched, name])),
  })
  const errorOf = (name: keyof Typed) => (touched.has(name) ? problems[name] : undefined)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(new Set(Object.keys(empty)))
    const [first] = Object.keys(problems)
    if (first !== undefined) {
      document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const quest = await post.mutateAsync().catch(() => null)
    if (quest) navigate({ to: '/quests/$id', params: { id: quest.id } })
  }

  return (
    <form onSubmit={submit} noValidate className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
      <Card className="grid gap-5">
        <Field label="Title" error={errorOf('title')}>
          {bound => <Input {...bound} name="title" maxLength={200} {...bind('title')} />}
        </Field>
        <Field
          label="Description"
          hint="Markdown. What is wanted, and how one sees that it is done."
          error={errorOf('description')}
        >
          {bound => <TextArea {...bound} name="description" rows={10} {...bind('description')} />}
        </Field>
        <div className="grid gap-5 sm:grid-cols-3">
          <Field label="Reward for each farmer" error={errorOf('amount')}>
            {bound => (
              <Input {...bound} name="amount" inputMode="decimal" placeholder="100" {...bind('amount')} />
            )}
          </Field>
          <Field label="Token" error={errorOf('token')}>
            {bound => (
              <>
                <Input {...bound} name="token" list="tokens" {...bind('token')} />
                <datalist id="tokens">
                  {config.tokens.map(({ symbol }) => (
                    <option key={symbol} value={symbol} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
          <Field label="Farmers" error={errorOf('places')}>
            {bound => <Input {...bound} name="places" inputMode="numeric" {...bind('places')} />}
          </Field>
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Category" error={errorOf('category')}>
            {bound => <Input {...bound} name="category" placeholder="development" {...bind('category')} />}
          </Field>
          <Field label="Skills" hint="Separated by commas." error={errorOf('skills')}>
            {bound => <Input {...bound} name="skills" placeholder="typescript, design" {...bind('skills')} />}
          </Field>
          <Field
            label="Repository"
            hint="Optional: a merged pull request then proves the work."
            error={errorOf('repo')}
          >
            {bound => <Input {...bound} name="repo" placeholder="owner/name" {...bind('repo')} />}
          </Field>
          <Field
            label="Issue"
            hint="Optional: the one that the pull request closes."
            error={errorOf('issue')}
          >
            {bound => <Input {...bound} name="issue" placeholder="42" {...bind('issue')} />}
          </Field>
          <Field label="Deadline" hint="Optional: nobody can join after it." error={errorOf('deadline')}>
            {bound => <Input {...bound} name="deadline" type="date" {...bind('deadline')} />}
          </Field>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={post.isPending}>
            Post the quest
          </Button>
          <Button aria-expanded={preview} onClick={() => setPreview(!preview)}>
            {preview ? 'Hide the preview' : 'Preview'}
          </Button>
        </div>
      </Card>
      <div className="grid gap-6">
        <Card className="grid gap-2">
          <h2 className="text-xl font-semibold">What it costs</h2>
          <p className="text-2xl">
            <Amount amount={totalOf(typed)} token={typed.token || '…'} />
          </p>
          <p className="text-sm text-muted">
            {config.chain
              ? 'You pay it into the escrow contract from your wallet in the next step. What nobody earns comes back.'
              : 'It is promised in the ledger now, and released for each farmer after the review.'}
          </p>
        </Card>
        {typed.repo !== '' && <CiWorkflow />}
      </div>
      {preview && (
        <Card as="section" className="grid gap-3 lg:col-span-2">
          <h2 className="text-2xl font-semibold">{typed.title || 'No title yet'}</h2>
          <ul className="flex flex-wrap gap-1.5">
            {draft.skills.map(skill => (
              <li key={skill}>
                <Tag>{skill}</Tag>
              </li>
            ))}
          </ul>
          <Suspense fallback={null}>
            <Markdown text={typed.description} />
          </Suspense>
        </Card>
      )}
    </form>
  )
}

function toQuest(typed: Typed): NewQuest {
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
    ...(typed.deadline && { deadline: new Date(`${typed.deadline}T23:59:59.999`).toISOString() }),
  }
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
function problemsOf(typed: Typed, draft: NewQuest, { chain, tokens }: PublicConfig): Partial<Typed> {
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
function totalOf({ amount, places }: Typed): string {
  const count = Number(places)
  if (!/^\d+(\.\d+)?$/.test(amount.trim()) || !Number.isInteger(count) || count < 1) return '0'
  const [whole = '0', fraction = ''] = amount.trim().split('.')
  const digits = String(BigInt(whole + fraction) * BigInt(count)).padStart(fraction.length + 1, '0')
  const cut = digits.length - fraction.length
  const decimals = digits.slice(cut).replace(/0+$/, '')
  return decimals === '' ? digits.slice(0, cut) : `${digits.slice(0, cut)}.${decimals}`
}
