import { escapeHtml } from './escape-html.ts'

/** Seen before the scripts are there, on a slow line for seconds: the community's sentence, and quests to open. */
export type FirstSight = {
  readonly sentence: string | null
  readonly quests: readonly { readonly path: string; readonly title: string; readonly reward: string }[]
}

/** Puts it around the places that are kept for the rest of the page; the client draws the same in its own words. */
export function writeFirstSight(page: string, { sentence, quests }: FirstSight): string {
  const heading =
    sentence === null
      ? ''
      : `<h1 dir="auto" class="mb-4 max-w-3xl text-3xl font-semibold tracking-tight [overflow-wrap:anywhere] sm:pt-4 sm:text-[2.6rem]">${escapeHtml(sentence)}</h1>\n          `
  const items = quests.map(
    ({ path, title, reward }) =>
      `\n            <li class="grid gap-2.5 rounded-2xl border border-line bg-card p-5 shadow-card"><p class="text-right font-semibold text-wheat tabular-nums">${escapeHtml(reward)}</p><h2 class="text-lg font-semibold [overflow-wrap:anywhere]"><a dir="auto" href="${escapeHtml(path)}">${escapeHtml(title)}</a></h2></li>`,
  )
  const list =
    quests.length === 0
      ? ''
      : `<ul class="grid gap-4 pt-4 sm:grid-cols-2 lg:grid-cols-3">${items.join('')}\n          </ul>\n          `
  return page.replace('<div role="status"', tag => heading + tag).replace('<noscript>', tag => list + tag)
}
