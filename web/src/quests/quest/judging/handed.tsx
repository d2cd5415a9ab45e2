/** What somebody handed in, answered or showed: words, a place on the web, or both. */
export function Handed({ url, note }: { url: string; note: string }) {
  return (
    <div className="grid gap-1">
      {note && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note}</p>}
      {url && (
        <a href={url} className="underline [overflow-wrap:anywhere]" rel="noreferrer nofollow ugc">
          {url}
        </a>
      )}
    </div>
  )
}
