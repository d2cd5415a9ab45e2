import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'

type Shared = Pick<Quest, 'id' | 'title'>

/** Hands the quest's address to the device's own way of sharing; where the browser has none, copies it. */
export function ShareButton({ quest }: { quest: Shared }) {
  const share = useShare(quest)
  return (
    <Button variant="quiet" onClick={share}>
      <Sign />
      <Trans>Share</Trans>
    </Button>
  )
}

/** The same as a sign alone, on a card whose title is a link over all of it. */
export function ShareSign({ quest }: { quest: Shared }) {
  const { title } = quest
  const share = useShare(quest)
  return (
    <button
      type="button"
      aria-label={t`Share ${title}`}
      title={t`Share`}
      onClick={share}
      className="relative z-10 -my-1.5 grid size-9 shrink-0 place-items-center rounded-full hover:bg-moss-soft hover:text-ink"
    >
      <Sign />
    </button>
  )
}

function useShare({ id, title }: Shared): () => Promise<void> {
  const { say } = useToast()
  return async () => {
    const url = new URL(`/quests/${id}`, location.origin).href
    try {
      if (navigator.share === undefined) {
        await navigator.clipboard.writeText(url)
        say(t`The link is copied.`)
      } else await navigator.share({ title, url })
    } catch (error) {
      // They closed the device's own dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return
      say(t`Your browser did not let it be copied. Select it instead.`, { tone: 'danger' })
    }
  }
}

function Sign() {
  return (
    <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
      <path
        d="M8 10V2M5 4.5 8 1.5l3 3M4 7.5H3v6.5h10V7.5h-1"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
