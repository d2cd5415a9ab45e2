import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openSite } from '../site-files.ts'
import { layOut, notFound } from './layout.ts'
import { type Rendered, render } from './markdown.ts'
import { pages, root } from './pages.ts'
import { readWebp } from './webp.ts'

const dist = join(import.meta.dirname, 'dist')

/** Writes the site of the documents: HTML, a Markdown twin of each page, the index of the search, and what pages link to. */
async function main(): Promise<void> {
  const { write, buildScript } = await openSite(dist)
  await buildScript(join(import.meta.dirname, 'site.ts'), 'site.js')
  const files = new Set<string>()
  const parts: object[] = []
  for (const page of pages) {
    const markdown = await readFile(join(root, page.source), 'utf8')
    const rendered = await render(markdown, page, await readDimensions(markdown))
    for (const { target } of rendered.links) if ('file' in target) files.add(target.file)
    parts.push(...partsOf(page.name, page.label, rendered))
    await write(`${page.name}.html`, layOut(page, rendered))
    await write(`${page.name}.md`, markdown)
  }
  await write('404.html', notFound())
  await write('search.json', JSON.stringify(parts))
  await write('site.css', await readFile(join(import.meta.dirname, 'site.css'), 'utf8'))
  for (const file of files) await copy(file)
  await copyFile(
    join(
      dirname(new URL(import.meta.resolve('@fontsource-variable/figtree')).pathname),
      'files/figtree-latin-wght-normal.woff2',
    ),
    join(dist, 'figtree.woff2'),
  )
}

function partsOf(name: string, label: string, { sections }: Rendered): readonly object[] {
  return sections.map(({ id, title, text }) => ({ id: `${name}#${id}`, page: label, title, text }))
}

/** Room for a picture is kept before it is there: nothing moves. */
async function readDimensions(markdown: string): Promise<Map<string, { width: number; height: number }>> {
  const dimensions = new Map<string, { width: number; height: number }>()
  for (const [, file = ''] of markdown.matchAll(/\]\((pictures\/[\w-]+\.webp)\)/g))
    dimensions.set(`docs/${file}`, readWebp(await readFile(join(root, 'docs', file))))
  return dimensions
}

async function copy(file: string): Promise<void> {
  const to = join(dist, file.startsWith('docs/') ? file.slice('docs/'.length) : `files/${file}.txt`)
  await mkdir(dirname(to), { recursive: true })
  await copyFile(join(root, file), to)
}

await main()
