import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'

/** Markdown of strangers: HTML in it stays text, and links lead where they say, without telling from where. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="prose">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        components={{
          h1: 'h3',
          h2: 'h3',
          h3: 'h4',
          h4: 'h4',
          h5: 'h4',
          h6: 'h4',
          a: ({ href, children }) => (
            <a href={href} rel="noreferrer nofollow ugc">
              {children}
            </a>
          ),
          // A picture would tell its host who reads this.
          img: ({ src, alt }) => (
            <a href={typeof src === 'string' ? src : undefined} rel="noreferrer nofollow ugc">
              {alt || 'picture'}
            </a>
          ),
        }}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
