import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { findOwnFile, type OwnFile } from './own-file.ts'

export type MarkdownProps = {
  text: string
  /** Shows a private file; without this, it is a link. */
  showPrivate?: (file: OwnFile, label: string) => ReactNode
  /** The actions beside a shown file of this service. */
  fileActions?: (file: OwnFile) => ReactNode
}

/** Markdown of strangers: HTML in it stays text, and links lead where they say, without a referrer. */
export function Markdown({ text, showPrivate, fileActions }: MarkdownProps) {
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
          // The boxes of a list of tasks have no name of their own.
          input: ({ checked }) => (
            <input type="checkbox" checked={checked} disabled aria-label={checked ? t`done` : t`to do`} />
          ),
          pre: ({ children }) => (
            <Wide>
              <pre>{children}</pre>
            </Wide>
          ),
          table: ({ children }) => (
            <Wide>
              <table>{children}</table>
            </Wide>
          ),
          a: ({ href, children }) => {
            const file = findOwnFile(href)
            const isShown = file?.isPrivate && showPrivate
            return (
              <>
                {isShown ? showPrivate(file, String(children)) : <TextLink href={href}>{children}</TextLink>}
                {file && fileActions?.(file)}
              </>
            )
          },
          img({ src, alt }) {
            const url = typeof src === 'string' ? src : undefined
            const file = findOwnFile(url)
            // A picture from elsewhere would tell its host who reads this.
            if (file === null) return <TextLink href={url}>{alt || t`picture`}</TextLink>
            return (
              <>
                {file.isPrivate && showPrivate ? (
                  showPrivate(file, alt ?? '')
                ) : file.isImage && !file.isPrivate ? (
                  <OwnImage url={url} alt={alt} />
                ) : (
                  <TextLink href={url}>{alt || t`picture`}</TextLink>
                )}
                {fileActions?.(file)}
              </>
            )
          },
        }}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}

/** Scrolls to the side, by keyboard too. */
function Wide({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to take the focus
    <div tabIndex={0} className="overflow-x-auto">
      {children}
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
