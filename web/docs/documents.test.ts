import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes } from '@furrow/sdk/contract'
import { expect, test } from 'vitest'
import { render } from './markdown.ts'
import { documentsWithoutPage, pages, root } from './pages.ts'

const read = (source: string) => readFileSync(join(root, source), 'utf8')
const rendered = new Map(
  await Promise.all(
    [...pages, { name: 'readme', source: 'README.md', label: 'README' }].map(
      async page => [page.name, { page, ...(await render(read(page.source), page, new Map())) }] as const,
    ),
  ),
)

test('every document has a page', () => {
  expect(documentsWithoutPage()).toEqual([])
})

test.each([...rendered.values()])(
  'the links of $page.source lead somewhere, to headings and rows that are there',
  ({ links }) => {
    const wrong = links.filter(
      ({ target }) =>
        target.kind === 'missing' ||
        (target.kind === 'page' &&
          target.anchor !== null &&
          !rendered.get(target.name)?.anchors.includes(target.anchor)),
    )
    expect(wrong.map(({ link }) => link)).toEqual([])
  },
)

test.each([...rendered.values()])(
  '$page.source has one title, and no level of headings is left out',
  ({ headings }) => {
    expect(headings.filter(({ depth }) => depth === 1)).toHaveLength(1)
    expect(headings[0]?.depth).toBe(1)
    headings.reduce((above, { depth, text }) => {
      expect(depth, text).toBeLessThanOrEqual(above + 1)
      return depth
    }, 0)
  },
)

test('each code of a failure has a row that a link and the search lead to', () => {
  const { anchors = [], sections = [], html = '' } = rendered.get('errors') ?? {}
  const codes = Object.values(errorCodes).flatMap(Object.keys)
  expect(codes.length).toBeGreaterThan(100)
  expect(codes.filter(code => !anchors.includes(code))).toEqual([])
  expect(codes.filter(code => !sections.some(({ id, title }) => id === code && title === code))).toEqual([])
  expect(html).toContain('<tr id="quest-full">')
})

test.each([...rendered.values()])('no two places of $page.source have one name', ({ anchors }) => {
  expect(anchors.toSorted()).toEqual([...new Set(anchors)].toSorted())
})

test('every picture is shown by a document', () => {
  const shown = [...rendered.values()].flatMap(({ links }) =>
    links.flatMap(({ target }) => (target.kind === 'picture' ? [target.file] : [])),
  )
  const there = readdirSync(join(root, 'docs/pictures')).map(file => `docs/pictures/${file}`)
  expect([...new Set(shown)].toSorted()).toEqual(there.toSorted())
})

test('the README is short', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
})
