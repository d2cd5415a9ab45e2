import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import type { Autosaved, Saving } from './use-autosave.ts'

/** The state of the autosave. */
export function Autosave({
  autosave: { saving, template, setTemplate, keepAsNew },
}: {
  autosave: Autosaved
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={template}
          onChange={event => setTemplate(event.target.checked)}
          className="size-5"
        />
        <Trans>Keep it as a template when it is posted</Trans>
      </label>
      <p role="status" className="text-muted">
        {sayOf(saving)}
      </p>
      {typeof saving === 'object' && saving.stale && (
        <Button onClick={() => keepAsNew()}>
          <Trans>Keep mine as another draft</Trans>
        </Button>
      )}
    </div>
  )
}

function sayOf(saving: Saving): string {
  if (typeof saving === 'object') return saving.failed
  return { nothing: '', typing: t`Not saved yet…`, saved: t`Saved as a draft.` }[saving]
}
