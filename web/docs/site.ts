import MiniSearch from 'minisearch'

/** A part of a page, as `search.json` has it. */
type Part = {
  readonly id: string
  readonly page: string
  readonly title: string
  readonly text: string
}

const most = 12
const form = document.querySelector('form')
const input = document.querySelector('input')
const found = document.querySelector<HTMLElement>('.found')

let index: Promise<MiniSearch<Part>> | null = null

/** The index is made here, from the text of all pages, when somebody begins to search. */
async function readIndex(): Promise<MiniSearch<Part>> {
  const answer = await fetch('/docs/search.json')
  const search = new MiniSearch<Part>({
    fields: ['title', 'text'],
    storeFields: ['page', 'title', 'text'],
    searchOptions: { boost: { title: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  })
  search.addAll(await answer.json())
  return search
}

async function search(words: string): Promise<void> {
  if (found === null) return
  if (words === '') {
    found.hidden = true
    return
  }
  index ??= readIndex()
  const results = (await index).search(words).slice(0, most)
  // Somebody may have typed on meanwhile.
  if (input?.value.trim() !== words) return
  found.replaceChildren(results.length === 0 ? paragraph(`Nothing has “${words}”.`) : list(results))
  found.hidden = false
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}

function list(results: readonly { readonly id: string; readonly [field: string]: unknown }[]): HTMLElement {
  const element = document.createElement('ul')
  for (const { id, page, title, text, terms } of results) {
    const link = document.createElement('a')
    link.href = `/docs/${id}`
    link.append(`${page}: ${title}`)
    const item = document.createElement('li')
    item.append(link, paragraph(around(String(text), terms as readonly string[])))
    element.append(item)
  }
  return element
}

/** The words around the first of the terms that the text has. */
function around(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase()
  const at = Math.max(
    0,
    Math.min(...terms.map(term => lower.indexOf(term)).filter(place => place >= 0), text.length),
  )
  const from = at === text.length ? 0 : Math.max(0, at - 60)
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 180)}${text.length > from + 180 ? '…' : ''}`
}

function close(): void {
  if (input !== null) input.value = ''
  if (found !== null) found.hidden = true
}

form?.removeAttribute('hidden')
form?.addEventListener('submit', event => {
  event.preventDefault()
  found?.querySelector('a')?.click()
})
input?.addEventListener('input', () => search(input.value.trim()))
found?.addEventListener('click', event => {
  if (event.target instanceof HTMLAnchorElement) close()
})
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') close()
  if (event.key !== '/' || document.activeElement === input) return
  event.preventDefault()
  input?.focus()
})
// On a narrow page the list of pages would push the text away.
if (matchMedia('(max-width: 60rem)').matches) document.querySelector('.pages')?.removeAttribute('open')
