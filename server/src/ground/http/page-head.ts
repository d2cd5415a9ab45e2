import { escapeHtml } from './escape-html.ts'
import type { FirstSight } from './first-sight.ts'

export type PageHead = {
  /** Followed by the community's name; null for that name alone. */
  readonly title: string | null
  readonly description: string
  readonly kind: 'website' | 'article' | 'profile'
  /** The page's canonical path; null where search engines must not list it, as for one that does not exist. */
  readonly path: string | null
  readonly picture: { readonly path: string; readonly says: string } | null
  readonly data?: { readonly path: string; readonly type: string; readonly title: string }
  readonly first?: FirstSight
  /** The subject of the page for machines (schema.org, as JSON-LD), at that origin. */
  readonly about?: (origin: string) => object
}

export function writeHead(head: PageHead, origin: string, community: string, basePath: string): string {
  const { title, description, kind, path, picture, data, about } = head
  const full = title === null ? community : `${title} · ${community}`
  const tags = [
    `<title>${escapeHtml(full)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:site_name', community),
    meta('property', 'og:type', kind),
    meta('property', 'og:title', title ?? community),
    meta('property', 'og:description', description),
  ]
  // Readers of feeds look for it in the head of whatever page they are given.
  tags.push(
    `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(community)}" href="${basePath}/quests.atom" />`,
  )
  if (data !== undefined)
    tags.push(
      `<link rel="alternate" type="${data.type}" title="${escapeHtml(data.title)}" href="${escapeHtml(data.path)}" />`,
    )
  if (path === null) tags.push(meta('name', 'robots', 'noindex'))
  else {
    tags.push(`<link rel="canonical" href="${escapeHtml(origin + path)}" />`)
    tags.push(meta('property', 'og:url', origin + path))
  }
  if (picture !== null)
    tags.push(
      meta('property', 'og:image', origin + picture.path),
      meta('property', 'og:image:type', 'image/png'),
      meta('property', 'og:image:width', '1200'),
      meta('property', 'og:image:height', '630'),
      meta('property', 'og:image:alt', picture.says),
    )
  tags.push(meta('name', 'twitter:card', picture === null ? 'summary' : 'summary_large_image'))
  // Data, which no browser runs; nothing in it may end its element.
  if (about !== undefined)
    tags.push(
      `<script type="application/ld+json">${JSON.stringify(about(origin)).replaceAll('<', '\\u003c')}</script>`,
    )
  return tags.join('\n    ')
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`
}
