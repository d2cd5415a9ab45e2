import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { findOwnFile, type OwnFile } from './own-file.ts'

export type MarkdownProps = {
  text: string
  /** Shows a file that only some may see; without this, it is a link. */
  showPrivate?: (file: OwnFile, label: string) => ReactNode
}

/** Markdown of strangers: HTML in it stays text, and links lead where they say, without telling from where. */
export function Markdown({ text, showPrivate }: MarkdownProps) {
  return (
    <div dir="auto" className="prose">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        components={{
          h1: 'h3',
          h2: 'h3',
          h3: 'h4',
          h4: 'h4',
          h5: 'h4',
          h6: 'h4',
          a: ({ href, children }) => {
            const file = findOwnFile(href)
            if (file?.isPrivate && showPrivate) return showPrivate(file, String(children))
            return <TextLink href={href}>{children}</TextLink>
          },
          img({ src, alt }) {
            const url = typeof src === 'string' ? src : undefined
            const file = findOwnFile(url)
            if (file?.isPrivate && showPrivate) return showPrivate(file, alt ?? '')
            if (file?.isImage && !file.isPrivate) return <OwnImage url={url} alt={alt} />
            // A picture from elsewhere would tell its host who reads this.
            return <TextLink href={url}>{alt || t`picture`}</TextLink>
          },
        }}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}

function OwnImage({ url, alt }: { url: string | undefined; alt: string | undefined }) {
  return (
    <img src={url} alt={alt || t`picture`} loading="lazy" className="max-h-[32rem] max-w-full rounded-lg" />
  )
}

function TextLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <a href={href} rel="noreferrer nofollow ugc">
      {children}
    </a>
  )
}
