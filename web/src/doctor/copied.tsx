import { CodeBox } from '../ui/code-box.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

/** A text for another place, with the button that copies it. */
export function Copied({ text }: { text: string }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <CodeBox text={text} className="min-w-0 flex-1 text-sm" />
      <CopyButton text={text} />
    </div>
  )
}
