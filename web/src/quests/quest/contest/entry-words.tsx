import type { ContestEntry } from '@furrow/sdk'
import { AddressLink } from '../../../service/address-link.tsx'
import { Face } from '../../../service/face.tsx'

/** The author of an entry and its words, in a form that decides about entries. */
export function EntryWords({ entry: { farmer, text } }: { entry: ContestEntry }) {
  return (
    <div className="grid min-w-0 content-start gap-1 text-sm">
      <span className="flex min-w-0 items-center gap-2 font-semibold">
        <Face address={farmer} size={24} />
        <AddressLink address={farmer} pictured />
      </span>
      {/* As it was written; the list of entries has it with its form. */}
      <details className="group">
        <summary className="cursor-pointer truncate text-muted [overflow-wrap:anywhere] group-open:whitespace-pre-wrap">
          {text}
        </summary>
      </details>
    </div>
  )
}
