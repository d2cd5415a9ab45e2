import type { Rendered } from './markdown.ts'
import { groups, type Page } from './pages.ts'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A whole page of the site. */
export function layOut(page: Page, { html, headings }: Rendered): string {
  const title = headings[0]?.text ?? page.label
  const contents = headings.filter(({ depth }) => depth === 2)
  return frame({
    title: `${title} · Furrow`,
    head: `<link rel="alternate" type="text/markdown" href="/docs/${page.name}.md">`,
    body: `${nav(page)}
<main id="content">
${contents.length > 2 ? `<details class="contents"><summary>On this page</summary><ul>${contents.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join('')}</ul></details>` : ''}
${html}
<p class="twin"><a href="/docs/${page.name}.md">This page as Markdown</a></p>
</main>`,
  })
}

/** The page for an address that the site does not have. */
export function notFound(): string {
  return frame({
    title: 'No such page · Furrow',
    head: '',
    body: `${nav(null)}
<main id="content">
<h1>No such page</h1>
<p>The list of pages has all there are, and the search finds what is in them.</p>
</main>`,
  })
}

function nav(current: Page | null): string {
  const link = ({ name, label }: Page) =>
    `<li><a href="/docs/${name}"${name === current?.name ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`
  return `<nav aria-label="Documents">
<details class="pages" open><summary>${escapeHtml(current?.label ?? 'All pages')}</summary>
${groups.map(group => `<h2>${escapeHtml(group.label)}</h2><ul>${group.pages.map(link).join('')}</ul>`).join('\n')}
</details></nav>`
}

function frame({ title, head, body }: Readonly<Record<'title' | 'head' | 'body', string>>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs/site.css">
${head}
<script type="module" src="/docs/site.js"></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="home" href="/">Furrow</a>
<a href="/docs/start">Documents</a>
<form role="search" hidden><input type="search" aria-label="Search the documents" placeholder="Search" autocomplete="off" spellcheck="false"></form>
</header>
<section class="found" aria-live="polite" aria-label="Found" hidden></section>
${body}
</body>
</html>
`
}
