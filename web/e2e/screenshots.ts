import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { takeDocumentPictures } from './document-pictures.ts'
import { everySize, quiet, seePage, startWeb, type WebHarness } from './harness.ts'
import { type Place, placesOf } from './places.ts'
import { startOnTwoChains } from './two-chains.ts'
import { nameVillagers, past, settle } from './village.ts'

const folder = join(import.meta.dirname, '../screenshots')

async function takeAll(web: WebHarness, places: readonly Place[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const theme of ['light', 'dark'] as const)
    for (const size of everySize)
      for (const { name, path, title, tab, as } of places) {
        const { page, context } = await web.open(path, { theme, size, ...(as && { as }) })
        await seePage(page, title, tab)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`), fullPage: true })
        await context.close()
      }
}

test('every page, light and dark, on desktop and phone, into web/screenshots', async () => {
  const web = await startWeb({ env: quiet, behind: past })
  await takeAll(web, placesOf(await settle(web)))
}, 600_000)

test('pictures of the documents, into docs/pictures', async () => {
  const web = await startWeb({ env: quiet, behind: past })
  const village = await settle(web)
  await nameVillagers(web)
  await takeDocumentPictures(web, placesOf(village))
}, 600_000)

test('and what is on chains', async () => {
  const { web, places } = await startOnTwoChains()
  await takeAll(web, places)
}, 600_000)
