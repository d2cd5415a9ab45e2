import type { Message } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { useMarkAll } from './use-mark-all.ts'
import type { Selection } from './use-selection.ts'

type SelectionBarProps = {
  letters: readonly Message[]
  selection: Selection
  onDelete: (ids: readonly string[]) => void
}

/** Above the list: choosing all of it, and the actions on the chosen letters. */
export function SelectionBar({ letters, selection, onDelete }: SelectionBarProps) {
  const { progress, markAll } = useMarkAll()
  const { done, of: all } = progress ?? { done: 0, of: 0 }
  const count = selection.ids.length
  const isAll = count === letters.length
  const chosen = letters.filter(({ id }) => selection.has(id))
  const idsThatAre = (read: boolean) => chosen.filter(letter => letter.read === read).map(({ id }) => id)
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <label className="flex min-h-11 items-center gap-2 pr-2 pl-3.5 select-none">
        <input
          type="checkbox"
          className="size-5"
          checked={count > 0 && isAll}
          ref={box => {
            if (box) box.indeterminate = count > 0 && !isAll
          }}
          onChange={event =>
            selection.set(
              letters.map(({ id }) => id),
              event.target.checked,
            )
          }
        />
        {count === 0 ? t`Choose all` : plural(count, { one: '# chosen', other: '# chosen' })}
      </label>
      {count > 0 && progress === null && (
        <>
          {idsThatAre(false).length > 0 && (
            <Button onClick={() => markAll(idsThatAre(false), true)}>
              <Trans>Mark read</Trans>
            </Button>
          )}
          {idsThatAre(true).length > 0 && (
            <Button onClick={() => markAll(idsThatAre(true), false)}>
              <Trans>Mark unread</Trans>
            </Button>
          )}
          <Button
            variant="danger"
            onClick={() => {
              onDelete(selection.ids)
              selection.clear()
            }}
          >
            <Trans>Delete</Trans>
          </Button>
        </>
      )}
      <span role="status" className="text-muted tabular-nums">
        {progress && t`${done} of ${all}…`}
      </span>
    </div>
  )
}
