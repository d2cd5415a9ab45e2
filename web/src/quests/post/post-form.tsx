import type { QuestDraft } from '@furrow/sdk'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { forgetText, keepText, keptName, readText } from '../../auth/kept-text.ts'
import { useSession } from '../../auth/session.tsx'
import { CiWorkflow } from '../../codehost/ci-workflow.tsx'
import { furrow } from '../../service/furrow.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DisputeRule } from '../dispute-rule.tsx'
import { useQuestAct } from '../use-quest-act.ts'
import { Autosave } from './autosave.tsx'
import { Costs } from './costs.tsx'
import { ImportIssue } from './import-issue.tsx'
import { Preview } from './preview.tsx'
import { empty, fromDraft, type Typed } from './quest-draft.ts'
import { QuestFields } from './quest-fields.tsx'
import { useAutosave } from './use-autosave.ts'
import { useForm } from './use-form.ts'
import { WhoMayJoin } from './who-may-join.tsx'

type PostFormProps = { draft: QuestDraft | undefined; onKept: (id: string) => void }

export function PostForm({ draft, onKept }: PostFormProps) {
  const config = useConfig()
  const blank = { ...empty, token: config.chain ? (config.tokens[0]?.symbol ?? '') : 'USDC' }
  const saved = draft === undefined ? blank : fromDraft(draft.quest, blank)
  const { address } = useSession()
  const [kept] = useState(() => readText<Typed>(keptName(`post ${draft?.id ?? 'new'}`, address)))
  const form = useForm(useState<Typed>(kept ?? saved))
  const autosave = useAutosave(form.typed, { blank, saved, draft, onKept })
  // What the service does not have yet is on this device: a locked wallet or a lost connection takes nothing away.
  const name = keptName(`post ${autosave.id ?? 'new'}`, address)
  const isSafe = autosave.saving === 'saved' || autosave.saving === 'nothing'
  const keptAs = useRef(name)
  useEffect(() => {
    // It has become a draft, or another one: it is not kept twice.
    if (keptAs.current !== name) forgetText(keptAs.current)
    keptAs.current = name
    if (isSafe) forgetText(name)
    else keepText(name, form.typed)
  }, [name, isSafe, form.typed])
  const [preview, setPreview] = useState(false)
  const navigate = useNavigate()
  const post = useQuestAct(async () => {
    const draftId = await autosave.stop()
    try {
      return await furrow.quests.post({ ...form.quest, ...(draftId !== null && { draftId }) })
    } catch (error) {
      autosave.goOn()
      throw error
    }
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.check()) return
    const quest = await post.mutateAsync().catch(() => null)
    if (!quest) return
    forgetText(name)
    navigate({ to: '/quests/$id', params: { id: quest.id } })
  }

  return (
    <form
      ref={form.form}
      onSubmit={submit}
      noValidate
      className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]"
    >
      <Card className="grid gap-5">
        {config.codehost && <ImportIssue onImported={form.setTyped} typed={form.typed} />}
        <QuestFields form={form} />
        <WhoMayJoin bind={form.bind} errorOf={form.errorOf} />
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
        <Autosave autosave={autosave} />
      </Card>
      <div className="grid gap-6">
        <Costs typed={form.typed} />
        {form.typed.repo !== '' && <CiWorkflow />}
      </div>
      {preview && (
        <Preview title={form.typed.title} description={form.typed.description} skills={form.quest.skills} />
      )}
    </form>
  )
}
