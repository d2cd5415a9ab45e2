import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { see, seePage, sizes, type WebHarness } from './harness.ts'
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
  setup: 'setup',
  community: 'community-dao',
  giving: 'giving',
  follows: 'notifications',
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
    await takePicture(page, file)
    await context.close()
  }
  const { page, context } = await web.open('/api/docs', { size: 'desktop' })
  await page.goto(`${page.url()}#tag/quests/operation/postQuest`)
  await see(page.getByRole('heading', { name: 'Post a quest' }))
  await takePicture(page, 'reference')
  await context.close()
}

async function takePicture(page: Page, file: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  const { width, height } = sizes.desktop
  const png = await page.screenshot({ clip: { x: 0, y: 0, width, height } })
  const webp = await sharp(png).webp({ quality: 70, effort: 6 }).toBuffer()
  await writeFile(join(folder, `${file}.webp`), webp)
}
