type TabsProps<T extends string> = {
  label: string
  value: T
  tabs: readonly { readonly value: T; readonly label: string }[]
  onChange: (value: T) => void
}

/** A choice of views. Buttons with a pressed state work with every keyboard and screen reader. */
export function Tabs<T extends string>({ label, value, tabs, onChange }: TabsProps<T>) {
  return (
    <fieldset className="flex min-w-0 gap-1 rounded-3xl border border-line bg-card p-1 max-sm:overflow-x-auto max-sm:[scrollbar-width:none] sm:flex-wrap">
      <legend className="sr-only">{label}</legend>
      {tabs.map(tab => (
        <button
          key={tab.value}
          type="button"
          aria-pressed={tab.value === value}
          onClick={() => onChange(tab.value)}
          className="min-h-9 flex-1 rounded-full px-2.5 text-sm sm:px-4 font-semibold whitespace-nowrap text-muted transition hover:text-ink aria-pressed:bg-soil-soft aria-pressed:text-ink"
        >
          {tab.label}
        </button>
      ))}
    </fieldset>
  )
}
