import { CopyButton } from '../ui/copy-button.tsx'

/** A text for another place, with the button that copies it. */
export function Copied({ text }: { text: string }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-auto rounded-xl bg-moss-soft p-3 text-sm">
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  )
}
