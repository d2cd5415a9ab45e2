import { useUnreadCount } from './use-mail.ts'

/** How many letters wait to be read; nothing where none does. */
export function UnreadCount() {
  const count = useUnreadCount()
  if (count === 0) return null
  return (
    <span className="ml-1.5 inline-grid min-w-5 place-items-center rounded-full bg-moss px-1.5 text-xs font-bold text-on-moss tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  )
}
