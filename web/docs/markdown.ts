import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import { follow, type Target } from './links.ts'
import type { Page } from './pages.ts'

export type Heading = { readonly depth: number; readonly id: string; readonly text: string }

/** A part of a page that a search finds: what stands below one heading, or in one row that has a name. */
export type Section = { readonly id: string; readonly title: string; readonly text: string }

export type Rendered = {
  readonly html: string
  readonly headings: readonly Heading[]
  /** All that a link to this page may name: headings, and rows of tables that have a name. */
  readonly anchors: readonly string[]
  readonly sections: readonly Section[]
  /** All links and pictures, as they are written. */
  readonly links: readonly { readonly link: string; readonly target: Target }[]
}

type Dimensions = ReadonlyMap<string, { readonly width: number; readonly height: number }>

/** The page as HTML, with links of the site. Raw HTML in a document is dropped, but `<a id>` at the begin of a row names it. */
export async function render(markdown: string, page: Page, dimensions: Dimensions): Promise<Rendered> {
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSlug)
  const parsed = processor.parse(markdown)
  visit(parsed, 'tableRow', row => {
    const id = nameOf(row.children[0]?.children[0])
    if (id !== null) row.data = { ...row.data, hProperties: { id } }
  })
  const tree = await processor.run(parsed)
  const links: { link: string; target: Target }[] = []
  visit(tree, 'element', element => {
    const name = element.tagName === 'a' ? 'href' : element.tagName === 'img' ? 'src' : null
    if (name === null) return
    const link = String(element.properties[name])
    const target = follow(link, page.source)
    links.push({ link, target })
    rewrite(element, name, target, dimensions)
  })
  makeScrollable(tree)
  return {
    html: unified().use(rehypeStringify).stringify(tree),
    headings: headingsOf(tree),
    anchors: anchorsOf(tree),
    sections: sectionsOf(tree),
    links,
  }
}

function nameOf(node: { readonly type: string; readonly value?: unknown } | undefined): string | null {
  const [, id] = node?.type === 'html' ? (/^<a id="([\w-]+)">$/.exec(String(node.value)) ?? []) : []
  return id ?? null
}

function rewrite(element: Element, name: 'href' | 'src', target: Target, dimensions: Dimensions): void {
  if ('href' in target) element.properties[name] = target.href
  else delete element.properties[name]
  if (target.kind === 'elsewhere') element.properties.rel = ['noreferrer']
  if (target.kind === 'picture')
    Object.assign(element.properties, dimensions.get(target.file), { loading: 'lazy' })
}

/** Wide tables and code scroll by themselves, also by the keyboard; the page never does. */
function makeScrollable(tree: Root): void {
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName === 'pre') element.properties.tabIndex = 0
    if (element.tagName !== 'table' || index === undefined || parent === undefined) return
    takeEmptyHeaders(element)
    const properties: Element['properties'] = { className: ['wide'], tabIndex: 0 }
    parent.children[index] = { type: 'element', tagName: 'div', properties, children: [element] }
    return SKIP
  })
}

/** Markdown has no table without a row of headers. An empty one would be read aloud as such. */
function takeEmptyHeaders(table: Element): void {
  visit(table, 'element', element => {
    if (element.tagName === 'th' && textOf(element) === '') element.tagName = 'td'
  })
  table.children = table.children.filter(
    child => child.type !== 'element' || child.tagName !== 'thead' || textOf(child).trim() !== '',
  )
}

function depthOf({ tagName }: Element): number | null {
  const [, depth] = /^h([1-6])$/.exec(tagName) ?? []
  return depth === undefined ? null : Number(depth)
}

function headingsOf(tree: Root): readonly Heading[] {
  return tree.children.flatMap(child => {
    const depth = child.type === 'element' ? depthOf(child) : null
    if (child.type !== 'element' || depth === null) return []
    return [{ depth, id: String(child.properties.id), text: textOf(child) }]
  })
}

function anchorsOf(tree: Root): readonly string[] {
  const anchors: string[] = []
  visit(tree, 'element', ({ properties }) => {
    if (properties.id !== undefined) anchors.push(String(properties.id))
  })
  return anchors
}

function sectionsOf(tree: Root): readonly Section[] {
  const sections: { id: string; title: string; text: string }[] = []
  let last: { text: string } | undefined
  for (const child of tree.children) {
    if (child.type !== 'element') continue
    if (depthOf(child) !== null) {
      const section = { id: String(child.properties.id), title: wordsOf(child), text: '' }
      sections.push(section)
      last = section
      continue
    }
    const rows = namedRowsOf(child)
    if (rows.length > 0) sections.push(...rows)
    else if (last !== undefined) last.text = `${last.text} ${wordsOf(child)}`.trim()
  }
  return sections
}

const wordsOf = (element: Element) => textOf(element).replace(/\s+/g, ' ').trim()

function namedRowsOf(table: Element): readonly Section[] {
  const rows: Section[] = []
  visit(table, 'element', row => {
    if (row.tagName !== 'tr' || row.properties.id === undefined) return
    const [title = '', ...text] = row.children.flatMap(cell =>
      cell.type === 'element' ? [wordsOf(cell)] : [],
    )
    rows.push({ id: String(row.properties.id), title, text: text.join(' ') })
  })
  return rows
}
