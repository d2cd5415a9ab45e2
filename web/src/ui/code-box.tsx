/** A text for another place, as it is to be written there; a long line scrolls, by keyboard too. */
export function CodeBox({ text, className = '' }: { text: string; className?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard
    <pre tabIndex={0} className={`overflow-auto rounded-xl bg-moss-soft p-3 ${className}`}>
      {text}
    </pre>
  )
}
