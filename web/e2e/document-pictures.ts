import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { seePage, sizes, type WebHarness } from './harness.ts'
import type { Place } from './places.ts'

const folder = join(import.meta.dirname, '../../docs/pictures')

/** The pages that the documents show, by the names of their places. */
const shown: Readonly<Record<string, string>> = {
  board: 'quests',
  quest: 'quest',
  review: 'quest-in-review',
  dispute: 'quest-disputed',
  post: 'post-reward',
  tasks: 'tasks',
  farmers: 'farmers',
  profile: 'profile',
  leaderboard: 'leaderboard',
  disputes: 'disputes',
  moderation: 'moderation',
  doctor: 'doctor',
  community: 'community-dao',
}

/** Pictures of what the documents speak of, small enough for a repository. */
export async function takeDocumentPictures(web: WebHarness, places: readonly Place[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [file, name] of Object.entries(shown)) {
    const place = places.find(place => place.name === name)
    if (place === undefined) throw new Error(`no page is called ${name}`)
    const { page, context } = await web.open(place.path, {
      size: 'desktop',
      ...(place.as && { as: place.as }),
    })
    await seePage(page, place.title)
    await page.waitForLoadState('networkidle')
    const { width, height } = sizes.desktop
    const png = await page.screenshot({ clip: { x: 0, y: 0, width, height } })
    await writeFile(
      join(folder, `${file}.webp`),
      await sharp(png).webp({ quality: 70, effort: 6 }).toBuffer(),
    )
    await context.close()
  }
}
