import type { Db } from '@furrow/storage/db.ts'
import { day, endOfDay, instant } from '../../ground/clock.ts'
import { communityName } from '../../ground/config/community.ts'
import type { Config } from '../../ground/config/config.ts'
import { type ShownLogo, showLogo } from '../../ground/config/pictures.ts'
import { escapeHtml } from '../../ground/http/escape-html.ts'
import { ownAccent } from './card.ts'
import { standingPaths } from './page-heads.ts'

/** Private pages and forms: nobody would search for them. */
const notForSearch = [
  '/mail',
  '/tasks',
  '/pay',
  '/giving',
  '/trust',
  '/credentials',
  '/disputes',
  '/doctor',
  '/setup',
  '/moderation',
  '/codehost/',
  '/quests/contest',
  '/quests/import',
  '/quests/new',
  '/quests/plan',
]

export function writeRobots({ basePath, searchEngines }: Config, origin: string): string {
  if (!searchEngines) return 'User-agent: *\nDisallow: /\n'
  const closed = [`${basePath}/`, ...notForSearch].map(path => `Disallow: ${path}\n`).join('')
  return `User-agent: *\n${closed}\nSitemap: ${origin}/sitemap.xml\n`
}

/** RFC 9116. It expires half a year after the day on which it is read: it is as new as the settings are. */
export function writeSecurityText(contact: string, origin: string, now: number): string {
  const expires = instant(endOfDay(now) + 182 * day)
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${origin}/.well-known/security.txt\n`
}

/** Only the newest: a map may have 50,000 addresses. */
const mostQuests = 5_000

export async function writeSitemap(db: Db, origin: string): Promise<string> {
  const quests = await db
    .selectFrom('quests')
    .select(['id', 'updated_at'])
    .where('status', '=', 'open')
    .where('hidden_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(mostQuests)
    .execute()
  const base = escapeHtml(origin)
  const pages = standingPaths.map(path => `<url><loc>${base}${path}</loc></url>\n`)
  const open = quests.map(
    ({ id, updated_at }) =>
      `<url><loc>${base}/quests/${id}</loc><lastmod>${instant(updated_at)}</lastmod></url>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${[...pages, ...open].join('')}</urlset>
`
}

export function writeManifest(config: Config): string {
  const { accent } = config.community
  const logo = showLogo(config)
  const own = [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ]
  const name = communityName(config)
  return JSON.stringify({
    id: '/',
    name,
    short_name: name,
    description: 'Take a quest, finish it, get paid.',
    start_url: '/',
    display: 'standalone',
    background_color: '#f8f4ea',
    theme_color: accent ?? ownAccent,
    // Furrow's icons are for devices that cannot take a picture of any size.
    icons: [...(logo === null ? [] : [iconOf(logo)]), ...own],
  })
}

function iconOf({ isMade, large }: ShownLogo) {
  return isMade
    ? { src: large, sizes: '512x512', type: 'image/png', purpose: 'any' }
    : { src: large, sizes: 'any', purpose: 'any' }
}
