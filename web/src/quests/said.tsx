import { PrivateText } from '../files/private-text.tsx'

type SaidProps = {
  text: string | null | undefined
  url?: string | null | undefined
  /** As work is handed in, with files in it. */
  isMarkdown?: boolean
}

/** What somebody handed in, answered or showed: words, a place on the web, or both. */
export function Said({ text, url, isMarkdown = false }: SaidProps) {
  return (
    <div className="grid gap-2">
      {text && !isMarkdown && (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </p>
      )}
      {text && isMarkdown && (
        <div className="[&_p]:whitespace-pre-line">
          <PrivateText text={text} />
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
