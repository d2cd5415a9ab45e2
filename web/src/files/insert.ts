import type { StoredFile } from '@furrow/sdk'

/** A file in Markdown: an image is shown, anything else is a link. */
export function toMarkdown(name: string, { url, type }: Pick<StoredFile, 'url' | 'type'>): string {
  const label = name.replace(/[[\]\\`<>*_\p{Cc}]/gu, ' ').trim() || 'file'
  return type.startsWith('image/') ? `![${label}](${url})` : `[${label}](${url})`
}

/** The text with a line of its own at that place, and the cursor's place after it. */
export function insert(text: string, at: number, line: string): { text: string; cursor: number } {
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const opening = before === '' || before.endsWith('\n') ? '' : '\n'
  const closing = after.startsWith('\n') ? '' : '\n'
  const start = `${before}${opening}${line}${closing}`
  return { text: `${start}${after}`, cursor: start.length }
}
