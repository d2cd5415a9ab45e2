import type { ImportedQuest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { askAsOwner } from '../../codehost/own-token.ts'
import { furrow } from '../../service/furrow.ts'
import { useAct } from '../../service/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import type { Typed } from './quest-draft.ts'

/** Fills in the form from an issue at the code host, to be looked over. */
export function ImportIssue({ typed, onImported }: { typed: Typed; onImported: (typed: Typed) => void }) {
  const [url, setUrl] = useState('')
  const read = useAct(async () => onImported(fill(typed, await importIssue(url.trim()))), {
    done: t`Filled in. Look it over before you post it.`,
  })
  return (
    <div className="flex flex-wrap items-end gap-2 rounded-xl border border-line p-4">
      <div className="min-w-0 flex-1 basis-64">
        <Field label={t`Import from an issue`} hint={t`Optional: its address at the code host.`}>
          {bound => (
            <Input
              {...bound}
              name="import"
              inputMode="url"
              value={url}
              onChange={event => setUrl(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Button busy={read.isPending} disabled={url.trim() === ''} onClick={() => read.mutate()}>
        <Trans>Fill in</Trans>
      </Button>
      <Link to="/quests/import" className="basis-full text-sm text-moss underline">
        <Trans>Import many issues at once</Trans>
      </Link>
    </div>
  )
}

function importIssue(url: string): Promise<ImportedQuest> {
  return askAsOwner(own => furrow.quests.import({ url, ...own }))
}

function fill(
  typed: Typed,
  { title, description, skills, codehostRepo, codehostIssue }: ImportedQuest,
): Typed {
  return {
    ...typed,
    title,
    description: description ?? typed.description,
    skills: skills.length > 0 ? skills.map(skill => skill.replaceAll(',', ' ')).join(', ') : typed.skills,
    repo: codehostRepo,
    issue: codehostIssue,
  }
}
