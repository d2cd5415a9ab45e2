import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { sentenceOf } from '../service/sentence-of.ts'
import type { MarkdownProps } from '../ui/markdown.tsx'
import { MarkdownText } from '../ui/markdown-text.tsx'
import type { OwnFile } from '../ui/own-file.ts'

/** A Markdown text with evidence in it, for the readers allowed to see that. */
export function PrivateText(props: Omit<MarkdownProps, 'showPrivate'>) {
  return <MarkdownText {...props} showPrivate={(file, label) => <PrivateFile file={file} label={label} />} />
}

/** Fetched with the session: a browser alone sends none. */
export function PrivateFile({ file: { name, isImage }, label }: { file: OwnFile; label: string }) {
  const { data, error } = useQuery({
    queryKey: ['files', name],
    queryFn: () => furrow.files.open(name),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useObjectUrl(data)
  if (error)
    return (
      <span className="text-muted">
        <bdi>{label}</bdi>
        {`: ${sentenceOf(error)}`}
      </span>
    )
  if (url === null)
    return (
      <span className="text-muted">
        <bdi>{label}</bdi> …
      </span>
    )
  if (isImage)
    return <img src={url} alt={label || t`picture`} className="max-h-[32rem] max-w-full rounded-lg" />
  return (
    <a href={url} download={name} dir="auto">
      {label || name}
    </a>
  )
}

function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (blob === undefined) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
