import type { QuestDraft } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { furrow } from '../../service/furrow.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { useQuestAct } from '../use-quest-act.ts'
import { Autosave } from './autosave.tsx'
import {
  chainOfContest,
  contestFromDraft,
  contestOf,
  draftOfContest,
  emptyContest,
  hasProblems,
  problemsOfContest,
  type TypedContest,
} from './contest-draft.ts'
import { ContestRules, ContestWork, Prizes } from './contest-fields.tsx'
import { ContestSummary } from './contest-summary.tsx'
import { usualToken } from './quest-draft.ts'
import { useKeptDraft } from './use-kept-draft.ts'

type ContestFormProps = { draft: QuestDraft | undefined; onKept: (id: string) => void }

/** One form, with all that follows from it before it is posted. The typed text is kept as a draft. */
export function ContestForm({ draft, onKept }: ContestFormProps) {
  const config = useConfig()
  const blank = emptyContest(usualToken(config))
  const saved = draft === undefined ? blank : contestFromDraft(draft.quest, blank)
  const kept = useKeptDraft('contest', { blank, saved, draft, toDraft: draftOfContest, onKept })
  const { typed: contest, setTyped: setContest, autosave } = kept
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const chainId = chainOfContest(config, contest.token)
  const post = useQuestAct(async () => {
    const draftId = await autosave.stop()
    try {
      return await furrow.quests.post({
        ...contestOf(contest),
        ...(chainId && { chainId }),
        ...(draftId !== null && { draftId }),
      })
    } catch (error) {
      autosave.goOn()
      throw error
    }
  })
  const problems = problemsOfContest(contest, config)
  const shown = isChecked ? problems : { prizes: [] }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (hasProblems(problems)) {
      // Once the sentences are drawn.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    const quest = await post.mutateAsync().catch(() => null)
    if (quest === null) return
    kept.forget()
    navigate({ to: '/quests/$id', params: { id: quest.id } })
  }

  const change = (next: Partial<TypedContest>) => setContest(now => ({ ...now, ...next }))

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-8">
      <ContestWork contest={contest} problems={shown} onChange={change} />
      <Prizes contest={contest} problems={shown} onContest={setContest} />
      <ContestRules contest={contest} problems={shown} onChange={change} />
      <ContestSummary contest={contest}>
        <Button type="submit" variant="primary" busy={post.isPending}>
          {t`Post the contest`}
        </Button>
        <p className="text-sm text-muted">
          <Trans>You cannot change it afterwards. You can cancel it until somebody enters.</Trans>
        </p>
      </ContestSummary>
      <Autosave autosave={autosave} />
    </form>
  )
}
