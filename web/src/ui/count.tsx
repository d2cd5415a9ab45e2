/** The number of waiting things; nothing where there are none. */
export function Count({ count, of, className = '' }: { count: number; of: string; className?: string }) {
  if (count === 0) return null
  return (
    <span
      className={`inline-grid min-w-5 place-items-center rounded-full bg-moss px-1.5 text-xs font-bold text-on-moss tabular-nums ${className}`}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {of}</span>
    </span>
  )
}
