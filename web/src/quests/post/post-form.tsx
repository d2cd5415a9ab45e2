import type { QuestDraft } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSession } from '../../auth/session.tsx'
import { CiWorkflow } from '../../codehost/ci-workflow.tsx'
import { placeOfNew } from '../../service/contract-terms.ts'
import { furrow } from '../../service/furrow.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DisputeRule } from '../dispute-rule.tsx'
import { useQuestAct } from '../use-quest-act.ts'
import { Autosave } from './autosave.tsx'
import { Costs } from './costs.tsx'
import { Follows } from './follows.tsx'
import { ImportIssue } from './import-issue.tsx'
import { LiveCard } from './live-card.tsx'
import { Preview } from './preview.tsx'
import { empty, fromDraft, type Typed, toDraft, usualToken } from './quest-draft.ts'
import { ProofFields, RewardFields, WorkFields } from './quest-fields.tsx'
import { QuestionFields } from './question-fields.tsx'
import { StepNav } from './step-nav.tsx'
import { type Step, steps, stepWith } from './steps.ts'
import { allFields, useForm } from './use-form.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { WhoMayJoin } from './who-may-join.tsx'

type PostFormProps = {
  draft: QuestDraft | undefined
  /** The quest that it follows in a plan. */
  after: string | undefined
  step: Step
  onStep: (step: Step) => void
  onKept: (id: string) => void
}

/** A quest in three steps, each a place in the browser's history. All typed text is kept, at any step. */
export function PostForm({ draft, after, step, onStep, onKept }: PostFormProps) {
  const config = useConfig()
  const blank = { ...empty, token: usualToken(config) }
  const saved = draft === undefined ? blank : fromDraft(draft.quest, blank)
  const { address } = useSession()
  const options = { blank, saved, draft, toDraft, onKept }
  const { typed, setTyped, autosave, forget } = useKeptDraft<Typed>('post', options)
  const form = useForm([typed, setTyped])
  const [preview, setPreview] = useState(false)
  const navigate = useNavigate()
  const post = useQuestAct(async () => {
    const draftId = await autosave.stop()
    try {
      return await furrow.quests.post({
        ...form.quest,
        ...(draftId !== null && { draftId }),
        ...(after && { after }),
      })
    } catch (error) {
      autosave.goOn()
      throw error
    }
  })

  const next = steps[steps.indexOf(step) + 1]
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  const wanted = useRef<keyof Typed>(undefined)
  // A step begins at its heading, or at the field to which the user was sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the step alone
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (wanted.current === undefined) heading.current?.focus()
    else form.focusOn(wanted.current)
    wanted.current = undefined
  }, [step])

  /** Goes to a field with a problem, in any step. */
  function goTo(field: keyof Typed) {
    const its = stepWith(field)
    if (its === step) return form.focusOn(field)
    wanted.current = field
    onStep(its)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const isMore = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'more'
    const wrong = form.firstProblem(next === undefined ? allFields : step.fields)
    if (wrong !== undefined) return goTo(wrong)
    if (next !== undefined) return onStep(next)
    const quest = await post.mutateAsync().catch(() => null)
    if (!quest) return
    forget()
    if (isMore) navigate({ to: '/quests/new', search: { after: quest.id } })
    else navigate({ to: '/quests/$id', params: { id: quest.id } })
  }

  return (
    <form
      ref={form.form}
      onSubmit={submit}
      noValidate
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <StepNav current={step} form={form} />
      <Card className="grid gap-5">
        {after && <Follows id={after} />}
        <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {step.title}
        </h2>
        {step.name === 'work' && (
          <>
            {config.codehost && <ImportIssue onImported={form.setTyped} typed={form.typed} />}
            <WorkFields form={form} />
            {preview && (
              <Preview
                title={form.typed.title}
                description={form.typed.description}
                skills={form.quest.skills}
              />
            )}
          </>
        )}
        {step.name === 'reward' && (
          <>
            <RewardFields form={form} choosesChain />
            <WhoMayJoin bind={form.bind} errorOf={form.errorOf} />
            <QuestionFields form={form} />
          </>
        )}
        {step.name === 'proof' && (
          <>
            <ProofFields form={form} />
            {form.typed.repo !== '' && <CiWorkflow />}
            <div className="grid gap-1 rounded-xl border border-line p-4 text-sm">
              <h3 className="text-base font-semibold">
                <Trans>If you dispute the work</Trans>
              </h3>
              <p>
                <DisputeRule of={placeOfNew(config, form.quest)} />
              </p>
            </div>
          </>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={post.isPending}>
            {next === undefined ? t`Post the quest` : next.goOn}
          </Button>
          {next === undefined && (
            <Button type="submit" value="more" busy={post.isPending}>
              <Trans>Post it, and add the next part</Trans>
            </Button>
          )}
          {step.name === 'work' && (
            <Button aria-expanded={preview} onClick={() => setPreview(!preview)}>
              {preview ? t`Hide the preview` : t`Preview`}
            </Button>
          )}
        </div>
        <Autosave autosave={autosave} />
      </Card>
      <div className="grid gap-6 lg:sticky lg:top-24">
        <LiveCard typed={form.typed} quest={form.quest} giver={address} />
        <Costs typed={form.typed} />
      </div>
    </form>
  )
}
