import { useEffect, useState } from 'react'
import type { Markdown as MarkdownComponent, MarkdownProps } from './markdown.tsx'

let loaded: typeof MarkdownComponent | undefined

/** As Markdown, once its reader is loaded; as it was typed, where that cannot be loaded. */
export function MarkdownText(props: MarkdownProps) {
  const [Markdown, setMarkdown] = useState(() => loaded)
  useEffect(() => {
    import('./markdown.tsx').then(
      module => {
        loaded = module.Markdown
        setMarkdown(() => loaded)
      },
      () => {},
    )
  }, [])
  if (Markdown) return <Markdown {...props} />
  return (
    <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {props.text}
    </p>
  )
}
