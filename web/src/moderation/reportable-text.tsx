import { PrivateText } from '../files/private-text.tsx'
import { MarkdownText } from '../ui/markdown-text.tsx'
import type { OwnFile } from '../ui/own-file.ts'
import { ReportButton } from './report-button.tsx'

type ReportableTextProps = {
  text: string
  author: string
  /** Whether the text may have evidence in it, for a reader who may see that. */
  hasEvidence?: boolean
}

/** Somebody's Markdown text, each file in it with a way to report that. */
export function ReportableText({ text, author, hasEvidence = false }: ReportableTextProps) {
  const Text = hasEvidence ? PrivateText : MarkdownText
  return <Text text={text} fileActions={file => <ReportFile file={file} author={author} />} />
}

function ReportFile({ file: { name, isPrivate }, author }: { file: OwnFile; author: string }) {
  return (
    <ReportButton
      kind="file"
      id={name}
      owner={author}
      isPrivate={isPrivate}
      of={<span className="sr-only"> {name}</span>}
    />
  )
}
