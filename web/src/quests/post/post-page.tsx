import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { SignedIn } from '../../auth/session.tsx'
import { CiWorkflow } from '../../codehost/ci-workflow.tsx'
import { furrow } from '../../service/furrow.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { DisputeRule } from '../dispute-rule.tsx'
import { useQuestAct } from '../use-quest-act.ts'
import { Costs } from './costs.tsx'
import { Preview } from './preview.tsx'
import { empty, problemsOf, type Typed, toQuest } from './quest-draft.ts'

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
  const post = useQuestAct(() => furrow.quests.post(draft))

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
        <div className="grid gap-1 rounded-xl border border-line p-4 text-sm">
          <h2 className="text-base font-semibold">If you dispute the work</h2>
          <p>
            <DisputeRule rail={config.chain ? 'chain' : 'ledger'} />
          </p>
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
        <Costs typed={typed} />
        {typed.repo !== '' && <CiWorkflow />}
      </div>
      {preview && <Preview title={typed.title} description={typed.description} skills={draft.skills} />}
    </form>
  )
}
