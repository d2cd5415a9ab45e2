import { hash } from 'node:crypto'
import { errorCodes } from '@furrow/sdk/contract'

const subjects: Readonly<Record<keyof typeof errorCodes, string>> = {
  general: 'Any operation',
  access: 'Sign-in, API keys, quotas and repeated requests',
  quests: 'Quests, work, proof and payment',
  people: 'Profiles, mail, files and channels',
  community: 'The DAO, moderation and leaving',
}

const introduction = [
  'Each failure is `{ "error": "<sentence>", "code": "<code>" }`. The sentence is for people, and its words may change. The code is for programs: it never gets another meaning or another status, and new ones are added. A program that meets a code it does not know goes by the status.',
  'With `Accept: application/problem+json` a failure is a problem of RFC 9457: `type` is the address of the code on the page that the service shows below its API at `/docs/errors`, `title` says what the code means, and `detail` is the sentence. Answers given before a request is read (too many connections, a service that stops) stay plain JSON.',
]

type Row = { readonly code: string; readonly status: number; readonly means: string; readonly next: string }

const tables = Object.entries(errorCodes).map(([subject, codes]) => ({
  heading: subjects[subject as keyof typeof errorCodes],
  rows: Object.entries(codes).map(([code, { status, means, next }]): Row => ({ code, status, means, next })),
}))

/** `docs/errors.md`; `npm run document` writes it. */
export function writeCodesMarkdown(): string {
  const sections = tables.map(({ heading, rows }) =>
    [
      `## ${heading}\n`,
      '| Code | Status | Meaning | How to go on |',
      '|---|---|---|---|',
      ...rows.map(
        ({ code, status, means, next }) =>
          `| <a id="${code}"></a>\`${code}\` | ${status} | ${means} | ${next} |`,
      ),
    ].join('\n'),
  )
  return `${['# Codes of failures', ...introduction, ...sections].join('\n\n')}\n`
}

const style = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse } th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8884 }
tr:target { background: #fc06 } td:first-child { white-space: nowrap }`

export function writeCodesPage(): string {
  const sections = tables.map(({ heading, rows }) => {
    const cells = rows.map(
      ({ code, status, means, next }) =>
        `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${toHtml(means)}</td><td>${toHtml(next)}</td></tr>`,
    )
    return `<h2>${heading}</h2><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>How to go on</th></tr></thead><tbody>${cells.join('\n')}</tbody></table>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Codes of failures</title><style>${style}</style></head><body><h1>Codes of failures</h1>${introduction.map(text => `<p>${toHtml(text)}</p>`).join('')}${sections.join('')}</body></html>`
}

export const codesPagePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors 'none'`

function toHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]*)`/g, '<code>$1</code>')
}
