type ChipButtonProps = { pressed: boolean; onClick: () => void; title?: string; children: React.ReactNode }

export const chipShape =
  'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line bg-card px-3 text-sm font-medium text-ink transition hover:border-muted'

export function ChipButton({ pressed, onClick, title, children }: ChipButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={title}
      onClick={onClick}
      className={`${chipShape} aria-pressed:border-moss aria-pressed:bg-moss-soft aria-pressed:text-moss`}
    >
      {children}
    </button>
  )
}

type ChoiceWordsProps = { pressed: boolean; count: number | undefined; children: React.ReactNode }

/** A choice with its number of quests, or a cross where pressing it takes it back. */
export function ChoiceWords({ pressed, count, children }: ChoiceWordsProps) {
  return (
    <>
      {children}
      {pressed ? (
        <span aria-hidden="true">×</span>
      ) : (
        count !== undefined && <span className="font-normal text-muted tabular-nums">{count}</span>
      )}
    </>
  )
}
