import type { Db } from '@furrow/storage/db.ts'
import { escapeHtml } from '../../ground/http/escape-html.ts'
import type { Payer } from '../../people/profile/payer-record.ts'
import { tellRecord } from '../../people/profile/payer-words.ts'

const most = 1_000

export async function countOpen(db: Db, repoKey: string | null): Promise<number> {
  const quests = db
    .selectFrom('quests')
    .select('status')
    .where('hidden_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(most)
  const found =
    repoKey === null
      ? await quests.where('status', '=', 'open').execute()
      : await quests.where('repo_key', '=', repoKey).execute()
  return found.filter(({ status }) => status === 'open').length
}

export function drawOpen(community: string, accent: string, open: number): string {
  const right = `${open >= most ? `${most}+` : open} open ${open === 1 ? 'quest' : 'quests'}`
  return drawBadge(community, right, open > 0 ? accent : grey)
}

export function drawPayer(community: string, accent: string, record: Payer['record']): string {
  return drawBadge(community, `pays: ${tellRecord(record)}`, record.paid > 0 ? accent : grey)
}

const grey = '#6f6a5e'

function drawBadge(left: string, right: string, colour: string): string {
  const [leftWidth, rightWidth] = [widthOf(left), widthOf(right)]
  const width = leftWidth + rightWidth
  const [name, value] = [escapeHtml(left), escapeHtml(right)]
  const text = (middle: number, length: number, words: string) =>
    `<text x="${middle}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${words}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${name}: ${value}">
<title>${name}: ${value}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${leftWidth}" height="20" fill="#3d3525"/><rect x="${leftWidth}" width="${rightWidth}" height="20" fill="${colour}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(leftWidth / 2, leftWidth - padding, name)}${text(leftWidth + rightWidth / 2, rightWidth - padding, value)}</g>
</svg>
`
}

const padding = 14

/** An estimate by the letters; the text is fitted into it. */
function widthOf(text: string): number {
  const wide = [...text].reduce((sum, letter) => sum + (/[\u1100-\uFFDC\p{So}]/u.test(letter) ? 11 : 6.6), 0)
  return Math.round(wide) + padding
}
