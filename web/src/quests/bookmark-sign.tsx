import { t } from '@lingui/core/macro'
import { type Kept, useBookmark } from './use-bookmark.ts'

export function BookmarkSign({ quest: { id, title } }: Kept) {
  const { kept, toggle } = useBookmark(id)
  return (
    <button
      type="button"
      aria-label={t`Bookmark ${title}`}
      aria-pressed={kept ?? false}
      title={kept ? t`Remove the bookmark` : t`Bookmark: only you see it`}
      disabled={kept === undefined}
      onClick={toggle}
      className="grid size-9 place-items-center rounded-full text-muted hover:bg-moss-soft hover:text-ink aria-pressed:text-moss"
    >
      <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
        <path
          d="M4 2h8v12l-4-3-4 3z"
          fill={kept ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  )
}
