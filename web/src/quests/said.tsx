import { ReportableText } from '../moderation/reportable-text.tsx'

type SaidProps = {
  text: string | null | undefined
  url?: string | null | undefined
  /** The author of handed-in work, which is Markdown with files in it. */
  handedInBy?: string
}

/** Somebody's work, answer or evidence: words, a web address, or both. */
export function Said({ text, url, handedInBy }: SaidProps) {
  return (
    <div className="grid gap-2">
      {text && handedInBy === undefined && (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </p>
      )}
      {text && handedInBy !== undefined && (
        <div className="[&_p]:whitespace-pre-line">
          <ReportableText text={text} author={handedInBy} hasEvidence />
        </div>
      )}
      {url && (
        <a
          href={url}
          className="justify-self-start underline [overflow-wrap:anywhere]"
          rel="noreferrer nofollow ugc"
        >
          {url}
        </a>
      )}
    </div>
  )
}
